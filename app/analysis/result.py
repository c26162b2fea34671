"""What an analysis leaves behind: the answer, and all that is needed to trust or repeat it."""

from datetime import datetime

import msgspec

from app.analysis.risks import RisksAnswer
from app.documents.language import Language
from app.packing.receipt import Receipt


class ModelStamp(msgspec.Struct, frozen=True, kw_only=True):
    """Which weights answered, under which settings."""

    profile: str
    profile_digest: str
    model: str
    source: str


class TokenCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Tokens as the engine counted them; `cached` of the prompt's were read from its prefix cache."""

    prompt: int
    cached: int
    answer: int


class AnalysisResult(msgspec.Struct, frozen=True, kw_only=True):
    """Stored once, never changed. Times in seconds."""

    job: str
    kind: str
    documents: tuple[str, ...]
    language: Language
    answer: RisksAnswer
    model: ModelStamp
    prompts: tuple[str, ...]
    seed: int
    tokens: TokenCounts
    receipt: Receipt
    seconds: dict[str, float]
    created_at: datetime
