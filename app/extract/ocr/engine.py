"""The models: where a picture holds lines, and what a line says. The only module that imports rapidocr."""

import os
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import rapidocr
from rapidocr.main import RapidOCRError

from app.extract.ocr.pictures import Corners, Picture

_MODELS = Path(rapidocr.__file__).parent / "models"
# Every path is given: rapidocr downloads what it is not given a path for.
_FILES = {
    "Det.model_path": "PP-OCRv6_det_small.onnx",
    "Rec.model_path": "PP-OCRv6_rec_small.onnx",
    "Cls.model_path": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
}
_OPTIONS: dict[str, object] = {
    "Global.log_level": "critical",
    "Global.use_vertical_padding": False,
    "Global.return_word_box": True,
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    # Lines are looked for in a page of this length: 1,600 finds 0.2 % more and takes twice as long.
    "Det.limit_type": "max",
    "Det.limit_side_len": 1280,
    # A dense newspaper page has about 1,000 lines; noise has any number.
    "Det.max_candidates": 2000,
    # One line at a time: padding the lines of a batch to the longest costs a third more.
    "Rec.rec_batch_num": 1,
}
# The models see a line 48 pixels high: a longer one than this is a ruler, and would cost any amount of memory.
_LONGEST_LINE = 100.0
# Sides of a picture that the models take, in pixels.
_SMALLEST = 64
_UPSIDE_DOWN = "180"
# The last of onnxruntime's levels.
_FATAL = 4
# Measured on rendered lines: of the steps in which the model reads, each takes in a little of what follows it.
_MIDDLE_OF_STEP = 0.25


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What a line says. `centres` are those of its characters but the spaces, 0 at the left end and 1 at the right."""

    text: str
    confidence: float
    centres: tuple[float, ...]


NOTHING = Reading(text="", confidence=0.0, centres=())


class Engine:
    """The three models, each loaded when it is first needed. Raises MemoryError when they have too little."""

    def __init__(self) -> None:
        _silence_runtime()
        paths = {option: str(_MODELS / name) for option, name in _FILES.items()}
        self._models: Any = rapidocr.RapidOCR(params={**_OPTIONS, **paths})

    def load(self) -> None:
        """Load the models now."""
        empty = np.zeros((_SMALLEST, _SMALLEST, 3), dtype=np.uint8)
        self.find(empty)
        self.upside_down([empty])
        self.read(empty)

    def find(self, picture: Picture) -> list[Corners]:
        """The boxes of the lines."""
        try:
            found = self._run(self._models.detect_and_crop, picture, {})[1]
        except RapidOCRError:
            return []  # its way to say that there is none
        return [np.asarray(corners, dtype=np.float32) for corners in found.boxes]

    def upside_down(self, lines: list[Picture]) -> list[bool]:
        """Which of the lines stand on their heads, as the small model has it; single ones are often wrong."""
        found = self._run(self._models.cls_and_rotate, lines)[1]
        return [label == _UPSIDE_DOWN for label, _ in found.cls_res]

    def read(self, line: Picture) -> Reading:
        """What a line that runs to the right says."""
        height, width = line.shape[:2]
        if width > _LONGEST_LINE * height:
            return NOTHING
        found = self._run(self._models.recognize_txt, [line])
        text, words = found.txts[0], found.word_results[0]
        if not text.strip():
            return NOTHING
        return Reading(
            text=text,
            confidence=min(1.0, max(0.0, float(found.scores[0]))),
            centres=tuple(
                (step + _MIDDLE_OF_STEP) / words.line_txt_len for word in words.word_cols for step in word
            ),
        )

    def _run(self, model: Any, *arguments: object) -> Any:
        from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError  # noqa: PLC0415 - loads the runtime

        try:
            return model(*arguments)
        except (ONNXRuntimeError, cv2.error) as error:
            # Both say in words only that they were given no more memory.
            if "alloc" in str(error) or "memory" in str(error):
                raise MemoryError from error
            raise


def _silence_runtime() -> None:
    """Since 1.29 onnxruntime tells its maker which models are loaded, unless this is set before it is."""
    os.putenv("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime  # noqa: PLC0415 - see above

    onnxruntime.disable_telemetry_events()  # where somebody loaded it before
    onnxruntime.set_default_logger_severity(_FATAL)  # it complains about a machine without graphics
    cv2.setNumThreads(1)
