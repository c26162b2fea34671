"""Contrast of colours as the Web Content Accessibility Guidelines (WCAG 2.2) count it."""

from collections.abc import Sequence

# Up to this value sRGB is linear.
_LINEAR = 0.04045


def rgb(color: int) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1 of a number 0xRRGGBB."""
    return (color >> 16 & 0xFF) / 255, (color >> 8 & 0xFF) / 255, (color & 0xFF) / 255


def _luminance(color: Sequence[float]) -> float:
    """Relative luminance of sRGB, as WCAG 2.2 defines it."""
    red, green, blue = (
        part / 12.92 if part <= _LINEAR else ((part + 0.055) / 1.055) ** 2.4 for part in color
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Sequence[float], second: Sequence[float]) -> float:
    """From 1, none, to 21, black on white."""
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)
