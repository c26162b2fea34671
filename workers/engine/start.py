"""Chooses and starts the engine that a profile asks for."""

import asyncio
from functools import partial

from app.analysis.generator import Generator
from app.profiles.model import Profile
from app.profiles.served import ServedModel
from workers.engine.stepped import SteppedEngine
from workers.engine.vllm import AsyncEngine, VllmStepper, check_length


async def start_engine(profile: Profile, model: ServedModel) -> Generator:
    """Check the weights and load them.

    Raises ModelMismatch when they are not the pinned ones.
    """
    await asyncio.to_thread(model.check_files)
    if profile.engine.device == "gpu":
        return AsyncEngine(profile, model)
    return await SteppedEngine.create(partial(VllmStepper, profile, model), partial(check_length, profile))
