"""Why a process cannot start."""

from app.errors.tree import AppError


class SetupError(AppError):
    """The process cannot start as it is configured."""


class InvalidSettings(SetupError):
    """An environment variable has a value that cannot be used."""

    code = "invalid_settings"


class InvalidProfile(SetupError):
    """A profile file is missing or not as it must be."""

    code = "invalid_profile"


class ModelMissing(SetupError):
    """The profile's weights are not in the cache."""

    code = "model_missing"

    def __init__(self, profile: str, folder: str) -> None:
        super().__init__(
            f"The model of profile {profile!r} is not in {folder}. Fetch it with: wholedoc model fetch",
        )


class ModelMismatch(SetupError):
    """The weights are not the ones that the profile pins."""

    code = "model_mismatch"


class VocabularyUnsupported(SetupError):
    """The model's tokenizer cannot be counted exactly by tiktoken."""

    code = "vocabulary_unsupported"


class PromptInvalid(SetupError):
    """A prompt file disagrees with its pinned version or its placeholders."""

    code = "prompt_invalid"


class StartFailed(SetupError):
    """A service did not start."""

    code = "start_failed"


class ConfinementUnavailable(SetupError):
    """The kernel or the container refuses what locks the reading of files in; nothing is read without it."""

    code = "confinement_unavailable"

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"Files cannot be read in a locked process here ({reason}). Run on Linux 4.14 or later, on x86_64 or "
            "aarch64, and allow the seccomp system call in the container's own profile.",
            reason=reason,
        )
