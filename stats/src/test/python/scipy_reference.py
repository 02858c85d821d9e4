"""Makes the SciPy numbers the tests compare with.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 numpy==2.4.6
    venv/bin/python stats/src/test/python/scipy_reference.py \
        stats/examples/turutin-n100k-runs.csv > stats/src/test/resources/scipy/turutin-n100k.csv
"""
import csv
import sys
from collections import defaultdict

import numpy as np
from scipy import stats

RESAMPLES = 1_000_000
DELTA = 0.20


def reduction(baseline, candidate, axis=-1):
    return 1 - np.mean(candidate, axis=axis) / np.mean(baseline, axis=axis)


runs = defaultdict(lambda: defaultdict(list))
with open(sys.argv[1], newline="") as table:
    for row in csv.DictReader(table):
        runs[row["scenario"]][row["variant"]].append(float(row["execution_ms"]))
groups = {scenario: (v["jsonb_ind"], v["rel_ind"]) for scenario, v in runs.items()}
groups["Overall (pooled)"] = tuple(
    [value for pair in groups.values() for value in pair[side]] for side in (0, 1)
)
print("group,delta,percentile_lower,percentile_upper,bca_lower,bca_upper,p_plain,welch_p")
for name, (baseline, candidate) in groups.items():
    data = (np.array(baseline), np.array(candidate))
    percentile = stats.bootstrap(
        data, reduction, n_resamples=RESAMPLES, batch=20_000, vectorized=True,
        method="percentile", rng=np.random.default_rng(1),
    )
    bca = stats.bootstrap(
        data, reduction, n_resamples=0, method="BCa", vectorized=True,
        bootstrap_result=percentile,
    )
    logs = np.log(data[1]) - np.log(1 - DELTA), np.log(data[0])
    print(
        name, repr(float(reduction(*data))),
        repr(float(percentile.confidence_interval.low)),
        repr(float(percentile.confidence_interval.high)),
        repr(float(bca.confidence_interval.low)),
        repr(float(bca.confidence_interval.high)),
        repr(float(np.mean(percentile.bootstrap_distribution < DELTA))),
        repr(float(stats.ttest_ind(*logs, equal_var=False, alternative="less").pvalue)),
        sep=",",
    )
