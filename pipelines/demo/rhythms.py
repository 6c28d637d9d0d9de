"""Distribution of visits over a day and a week, in local time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Weights of the hours 0 to 23 on weekdays and at weekends, and of the days Monday to Sunday."""

    weekday: tuple[float, ...]
    weekend: tuple[float, ...]
    days: tuple[float, float, float, float, float, float, float]

    def hours(self, weekday: int) -> NDArray[np.float64]:
        """Return the share of the day's visits in each hour."""
        weights = np.array(self.weekend if weekday >= 5 else self.weekday)
        shares: NDArray[np.float64] = weights / weights.sum()
        return shares


def _from(first: int, *weights: float) -> tuple[float, ...]:
    return (0.0,) * first + weights + (0.0,) * (24 - first - len(weights))


COFFEE_SHOP = Rhythm(
    weekday=_from(6, 3, 8, 11, 9, 6.5, 5.5, 7, 6.5, 5, 5.5, 4.5, 3.5, 2),
    weekend=_from(7, 2, 5, 8, 10, 10, 8.5, 7, 6, 5, 4, 2.5, 1),
    days=(1.0, 1.03, 1.05, 1.04, 1.12, 0.95, 0.78),
)
COMMUTE = Rhythm(
    weekday=_from(5, 0.6, 3, 9, 11, 6, 2.5, 2, 2.4, 2.2, 2, 3, 6, 10, 8, 4, 2.4, 1.8, 1.2, 0.6),
    weekend=_from(7, 0.8, 1.4, 2.4, 3.4, 4, 4.2, 4, 4, 4, 4, 3.6, 3, 2.4, 2, 1.6, 1.2, 0.8),
    days=(1.0, 1.02, 1.03, 1.02, 0.98, 0.42, 0.34),
)
SCREEN = Rhythm(
    weekday=_from(
        0,
        0.8,
        0.4,
        0.2,
        0.15,
        0.15,
        0.4,
        1.2,
        2.6,
        3.4,
        3.2,
        3,
        3.2,
        4,
        3.6,
        3,
        3,
        3.2,
        3.8,
        4.6,
        5.6,
        6.6,
        6.8,
        5,
        2.4,
    ),
    weekend=_from(
        0,
        1.2,
        0.7,
        0.4,
        0.2,
        0.15,
        0.2,
        0.5,
        1.2,
        2.6,
        4,
        4.8,
        5,
        4.8,
        4.4,
        4.2,
        4.2,
        4.2,
        4.4,
        4.8,
        5.4,
        6,
        6,
        4.6,
        2.6,
    ),
    days=(0.96, 1.0, 1.02, 1.04, 0.94, 0.98, 1.1),
)
OFFICE = Rhythm(
    weekday=_from(8, 3, 7, 9, 8, 5, 6, 8, 7, 5, 2),
    weekend=_from(10, 2, 2, 2, 2, 2, 1),
    days=(1.0, 1.12, 1.1, 1.0, 0.74, 0.1, 0.07),
)
BOOKSHOP = Rhythm(
    weekday=_from(9, 1, 4, 5.5, 8.5, 8, 5.5, 5, 5.5, 7.5, 7, 2),
    weekend=_from(10, 3, 7, 9, 10, 10, 9.5, 8, 5, 1.5),
    days=(0.78, 0.82, 0.88, 1.06, 1.0, 1.56, 0.9),
)
EVENINGS = Rhythm(
    weekday=_from(9, 0.6, 1, 1, 1.6, 1.4, 1, 1, 1.4, 3, 8, 9, 6, 2, 0.6),
    weekend=_from(10, 2, 3, 3, 3, 3, 2.6, 2, 1.6, 1.4, 1, 0.6),
    days=(0.6, 0.7, 0.8, 2.4, 0.7, 0.9, 0.6),
)
