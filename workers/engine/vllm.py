"""vLLM behind our Generator. The only module that imports vllm; must run on 0.26 (GPU host) and 0.32.

Two ways to run the same engine: on CPU its core is stepped by a thread of ours (up in seconds, no child
processes), on GPU AsyncLLM runs it in a process of its own.
"""

import contextlib
import os
from collections.abc import AsyncGenerator, Iterable
from typing import Any

from app.analysis.generator import Delta, Generation, GenerationRequest
from app.errors import EngineDied, ModelMismatch, PromptTooLong, RequestRefused
from app.profiles.model import Profile
from app.profiles.served import ServedModel
from workers.engine.stepped import Output, Stepper

# vLLM reads its environment when it is imported.
os.environ.setdefault("VLLM_NO_USAGE_STATS", "1")  # noqa: TID251
os.environ.setdefault("HF_HUB_OFFLINE", "1")  # noqa: TID251
os.environ.setdefault("VLLM_LOGGING_LEVEL", "WARNING")  # noqa: TID251
os.environ.setdefault("VLLM_ENABLE_V1_MULTIPROCESSING", "0")  # noqa: TID251
os.environ.setdefault("VLLM_WORKER_MULTIPROC_METHOD", "spawn")  # noqa: TID251
os.environ.setdefault("VLLM_CPU_OMP_THREADS_BIND", "nobind")  # noqa: TID251

import torch
from vllm import SamplingParams
from vllm.engine.arg_utils import AsyncEngineArgs, EngineArgs
from vllm.sampling_params import RequestOutputKind, StructuredOutputsParams
from vllm.v1.engine.async_llm import AsyncLLM
from vllm.v1.engine.exceptions import EngineDeadError, EngineGenerateError
from vllm.v1.engine.llm_engine import LLMEngine


def engine_arguments(profile: Profile, model: ServedModel) -> dict[str, Any]:
    """The profile in vLLM's words."""
    engine = profile.engine
    arguments: dict[str, Any] = {
        "model": str(model.folder),
        "dtype": profile.model.dtype,
        "max_model_len": engine.max_model_len,
        "max_num_seqs": engine.max_num_seqs,
        "max_num_batched_tokens": engine.max_num_batched_tokens,
        "enforce_eager": engine.enforce_eager,
        "enable_prefix_caching": True,
        "structured_outputs_config": {
            "backend": engine.structured_outputs_backend,
            # Without it a model can write white space up to the limit (vllm#38696).
            "disable_any_whitespace": True,
        },
    }
    if engine.yarn is not None:
        # Both keys: since 0.30 the maximum is no longer derived from the factor (vllm#56446).
        arguments["hf_overrides"] = {
            "rope_parameters": {
                "rope_type": "yarn",
                "rope_theta": engine.yarn.rope_theta,
                "factor": engine.yarn.factor,
                "original_max_position_embeddings": engine.yarn.original_max_position_embeddings,
            },
            "max_position_embeddings": engine.max_model_len,
        }
    if engine.kv_cache_bytes is not None:
        arguments["kv_cache_memory_bytes"] = engine.kv_cache_bytes
    if engine.gpu_memory_share is not None:
        arguments["gpu_memory_utilization"] = engine.gpu_memory_share
    return arguments


def check_configuration(profile: Profile, model_config: Any) -> None:
    """Raise ModelMismatch when the engine would run with another context or rope scaling than is pinned."""
    if model_config.max_model_len != profile.context:
        raise ModelMismatch(
            f"The engine's context is {model_config.max_model_len:,}, the profile pins {profile.context:,}.",
        )
    rope = getattr(model_config.hf_config, "rope_parameters", None) or {}
    yarn = profile.engine.yarn
    pinned = ("yarn", yarn.factor, yarn.original_max_position_embeddings) if yarn else ("default", None, None)
    actual = (
        rope.get("rope_type", "default"),
        rope.get("factor"),
        rope.get("original_max_position_embeddings"),
    )
    if actual != pinned:
        raise ModelMismatch(f"The engine's rope scaling is {actual}, the profile pins {pinned}.")


def sampling_of(profile: Profile, request: GenerationRequest, *, seeded: bool) -> SamplingParams:
    """The profile's sampling for one request."""
    sampling = profile.sampling
    return SamplingParams(
        temperature=sampling.temperature,
        top_p=sampling.top_p,
        top_k=sampling.top_k,
        frequency_penalty=sampling.frequency_penalty,
        seed=request.seed if seeded else None,
        max_tokens=request.answer_limit,
        structured_outputs=StructuredOutputsParams(json=request.schema.decode()),
        output_kind=RequestOutputKind.DELTA,
    )


def prompt_of(request: GenerationRequest) -> dict[str, Any]:
    """The stored ids, as they were counted."""
    return {"prompt_token_ids": request.prompt.tolist(), "cache_salt": request.cache_salt}


class VllmStepper(Stepper):
    """vLLM's engine core in this process, one step at a time."""

    def __init__(self, profile: Profile, model: ServedModel) -> None:
        if profile.engine.threads is not None:
            torch.set_num_threads(profile.engine.threads)
        self._profile = profile
        self._engine = LLMEngine.from_engine_args(EngineArgs(**engine_arguments(profile, model)))
        check_configuration(profile, self._engine.model_config)

    def add(self, key: str, request: GenerationRequest) -> None:
        """See Stepper."""
        # vLLM 0.32 cannot rewind a CPU generator after a prompt's first chunk ("CPU Generator does not use
        # offset"), so on CPU the seed is set by `reseed` instead.
        self._engine.add_request(key, prompt_of(request), sampling_of(self._profile, request, seeded=False))

    def abort(self, key: str) -> None:
        """See Stepper."""
        self._engine.abort_request([key])

    def reseed(self, seed: int) -> None:
        """See Stepper."""
        torch.manual_seed(seed)

    def step(self) -> Iterable[Output]:
        """See Stepper."""
        for output in self._engine.step():
            yield _read_output(output)

    def close(self) -> None:
        """See Stepper."""
        self._engine.engine_core.shutdown()


def _read_output(output: Any) -> Output:
    completion = output.outputs[0]
    return Output(
        key=output.request_id,
        text=completion.text,
        tokens=len(completion.token_ids),
        finish=completion.finish_reason,
        prompt_tokens=len(output.prompt_token_ids or ()),
        cached_tokens=output.num_cached_tokens or 0,
    )


class AsyncEngine:
    """A Generator over AsyncLLM; create it in the loop that uses it."""

    def __init__(self, profile: Profile, model: ServedModel) -> None:
        self._profile = profile
        self._count = 0
        arguments = AsyncEngineArgs(**engine_arguments(profile, model))
        self._engine = AsyncLLM.from_engine_args(arguments)
        check_configuration(profile, self._engine.model_config)

    async def generate(self, request: GenerationRequest) -> AsyncGenerator[Delta | Generation, None]:
        """See Generator. Closing the stream closes vLLM's own, which aborts the request."""
        check_length(self._profile, request)
        self._count += 1
        stream = self._engine.generate(
            prompt_of(request),
            sampling_of(self._profile, request, seeded=self._profile.engine.device == "gpu"),
            str(self._count),
        )
        text, tokens = "", 0
        try:
            async with contextlib.aclosing(stream) as outputs:
                async for raw in outputs:
                    output = _read_output(raw)
                    text, tokens = text + output.text, tokens + output.tokens
                    if output.finish is None:
                        yield Delta(text=output.text, answer_tokens=tokens)
                    else:
                        yield output.generation(text, tokens)
        except EngineDeadError as error:
            raise EngineDied from error
        except (EngineGenerateError, ValueError) as error:  # vLLM's validation errors are ValueErrors
            raise RequestRefused(type(error).__name__) from error

    async def check(self) -> None:
        """See Generator."""
        try:
            await self._engine.check_health()
        except EngineDeadError as error:
            raise EngineDied from error

    async def close(self) -> None:
        """See Generator. Blocks some seconds while vLLM ends its processes."""
        self._engine.shutdown()


def check_length(profile: Profile, request: GenerationRequest) -> None:
    """Raise PromptTooLong when prompt and answer do not fit; vLLM itself would only look at the prompt."""
    tokens = len(request.prompt) + request.answer_limit
    if tokens > profile.context:
        raise PromptTooLong(tokens, profile.context)
