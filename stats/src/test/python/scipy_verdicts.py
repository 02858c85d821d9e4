"""Makes the table of SciPy's t and Welch on the result files of the command line cases.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 numpy==2.4.6
    cd stats/src/test && ../../../venv/bin/python python/scipy_verdicts.py > resources/scipy/verdicts.csv

t tests the logarithm of the ratio of means of forks, with the delta method's variance and
Satterthwaite's degrees of freedom; Welch tests the means of the forks' logarithms. Either claim may
be false: bounds are taken where a reduction of 0.2 is called superior or inferior in 5 %, by t; p is
of "the reduction is at least 0.2".
"""
import json

import numpy as np
from scipy import optimize, stats

DELTA, ALPHA = 0.20, 0.05
COMPARED = [
    ("sides.json", f"case={case}", "store=old", "store=new")
    for case in ("three", "five", "ten", "uneven")
] + [
    ("stores.json", f"payload={payload}", "store=alpha", f"store={store}")
    for payload in ("10B", "1KB", "4KB") for store in ("beta", "gamma")
]


def fork_means(file, *where):
    wanted = dict(each.split("=") for each in where)
    for result in json.load(open(f"resources/cases/{file}")):
        if wanted.items() <= result["params"].items():
            return np.array([np.mean(fork) for fork in result["primaryMetric"]["rawData"]])


def satterthwaite(terms):
    """Variance and degrees of freedom of a sum of independent estimates."""
    variance = sum(v for v, _ in terms)
    return variance, variance**2 / sum(v * v / df for v, df in terms)


def tail(variance, df):
    across = -2 * np.log(1 - DELTA) / np.sqrt(variance)
    both = lambda t: stats.t.sf(t, df) + stats.t.sf(t + across, df) - ALPHA
    bounds = stats.t.isf(ALPHA, df), stats.t.isf(ALPHA / 2, df)
    return stats.t.sf(optimize.brentq(both, *bounds, xtol=1e-14, rtol=1e-14), df)


def row(theta, variance, df):
    se = np.sqrt(variance)
    reach = stats.t.isf(tail(variance, df), df) * se
    p = stats.t.cdf((theta - np.log(1 - DELTA)) / se, df)
    return [1 - np.exp(theta), 1 - np.exp(theta + reach), 1 - np.exp(theta - reach), p]


print("file,where,baseline,candidate,t,t_lower,t_upper,t_p,welch,welch_lower,welch_upper,welch_p")
for file, where, old, new in COMPARED:
    b, c = fork_means(file, where, old), fork_means(file, where, new)
    terms = satterthwaite([(stats.sem(x) ** 2 / x.mean() ** 2, len(x) - 1) for x in (b, c)])
    t = row(np.log(c.mean() / b.mean()), *terms)
    logs = np.log(c), np.log(b)
    test = stats.ttest_ind(
        logs[0] - np.log(1 - DELTA), logs[1], equal_var=False, alternative="less")
    interval = stats.ttest_ind(*logs, equal_var=False).confidence_interval(1 - 2 * tail(*terms))
    welch = [1 - np.exp(logs[0].mean() - logs[1].mean()), 1 - np.exp(interval.high),
             1 - np.exp(interval.low), test.pvalue]
    print(file, where, old, new, *[repr(float(x)) for x in t + welch], sep=",")
