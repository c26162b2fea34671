"""Model files into the form that is served: safetensors in the profile's precision, tokenizer, chat frame."""

from pathlib import Path
from typing import Any

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GgufConfig

from app.errors import ModelMismatch
from app.profiles.model import Model
from app.profiles.served import ChatFrame

_SYSTEM, _USER = "⟦system⟧", "⟦user⟧"
_DTYPES = {"bfloat16": torch.bfloat16, "float16": torch.float16}


def dequantize_gguf(gguf: Path, target: Path, model: Model) -> None:
    """Write the GGUF's weights as plain safetensors, with config and tokenizer, to `target`."""
    loaded = AutoModelForCausalLM.from_pretrained(
        gguf.parent,
        gguf_file=gguf.name,
        quantization_config=GgufConfig(dequantize=True),
        dtype=_DTYPES[model.dtype],
    )
    if hasattr(loaded.config, "quantization_config"):
        # It would make the engine look for packed weights, which these no longer are.
        del loaded.config.quantization_config
    loaded.save_pretrained(target)
    AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name).save_pretrained(target)


def read_chat_frame(folder: Path) -> ChatFrame:
    """Render the model's own chat template once and cut it where our messages stand."""
    tokenizer: Any = AutoTokenizer.from_pretrained(folder)
    messages = [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": _USER}]
    rendered: str = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    head, found_system, rest = rendered.partition(_SYSTEM)
    between, found_user, tail = rest.partition(_USER)
    if not (found_system and found_user):
        raise ModelMismatch(
            "The model's chat template does not keep a system and a user message as they are."
        )
    return ChatFrame(head=head, between=between, tail=tail)
