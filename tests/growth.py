"""How work grows with its input: a ratio of two measurements, so that a slow machine does not matter."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def growth(work: Callable[[T], object], small: T, large: T) -> float:
    """Time for the large input over time for the small one, each the best of three; 4 means that they differ fourfold."""

    def best(value: T) -> float:
        times = []
        for _ in range(3):
            begun = time.process_time()
            work(value)
            times.append(time.process_time() - begun)
        return min(times)

    return best(large) / best(small)
