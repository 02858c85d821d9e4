"""Runs scipy.stats.bootstrap (vectorised, one thread) once for each line that comes in: 100,000 resamples of 30 against 30."""
import sys

import numpy as np
from scipy import stats


def sample(level):
    return level * (1 + 0.01 * ((np.arange(30) * 7) % 11))


def reduction(baseline, candidate, axis=-1):
    return 1 - np.mean(candidate, axis=axis) / np.mean(baseline, axis=axis)


for line in sys.stdin:
    result = stats.bootstrap(
        (sample(1.0), sample(0.8)), reduction, n_resamples=100_000, batch=1_000, vectorized=True,
        method="percentile", rng=np.random.default_rng(42),
    )
    print(result.confidence_interval, flush=True)
