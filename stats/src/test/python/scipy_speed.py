"""Times scipy.stats.bootstrap (vectorised, one thread) on what ResamplingBenchmark resamples and prints the ratio.

    python scipy_speed.py RESULT.json    RESULT.json is the JMH result of ResamplingBenchmark
"""
import json
import sys
import timeit

import numpy as np
import scipy
from scipy import stats

RESAMPLES = 100_000


def sample(level):
    return level * (1 + 0.01 * ((np.arange(30) * 7) % 11))


def reduction(baseline, candidate, axis=-1):
    return 1 - np.mean(candidate, axis=axis) / np.mean(baseline, axis=axis)


def bootstrap(batch):
    stats.bootstrap(
        (sample(1.0), sample(0.8)), reduction, n_resamples=RESAMPLES, batch=batch, vectorized=True,
        method="percentile", rng=np.random.default_rng(42),
    )


with open(sys.argv[1]) as file:
    ours = {
        result["benchmark"].rsplit(".", 1)[1]: min(map(min, result["primaryMetric"]["rawData"]))
        for result in json.load(file)
        if result["params"]["size"] == "30" and result["params"]["threads"] == "1"
    }
# Both are given their best run; SciPy its best batch size of these as well.
millis = min(
    1000 * min(timeit.repeat(lambda: bootstrap(batch), number=1, repeat=5))
    for batch in (None, 1_000, 10_000)
)
print(f"scipy {scipy.__version__}, numpy {np.__version__}: {millis:.1f} ms")
for name, score in sorted(ours.items()):
    print(
        f"{name:15s} {score:8.2f} ms  {millis / score:6.1f} times as fast as scipy.stats.bootstrap"
        f"  {score / ours['drawAndGather']:5.2f} times the draws alone"
    )
