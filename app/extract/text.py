"""The document's one text, while it is written."""


class GrowingText:
    """Text that is only appended to."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.length = 0

    @property
    def text(self) -> str:
        """Everything that was written."""
        return "".join(self._parts)

    def append(self, text: str) -> int:
        """Write a text and say where it begins."""
        start = self.length
        self._parts.append(text)
        self.length += len(text)
        return start
