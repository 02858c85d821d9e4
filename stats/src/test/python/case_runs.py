"""Makes the result files that the command line cases read. Seeded: the same files each time.

    python3 stats/src/test/python/case_runs.py stats/src/test/resources/cases
"""
import json
import random
import sys
from collections import Counter

HEAD = {
    "jmhVersion": "1.37", "benchmark": "org.x.InsertBenchmark.insert", "mode": "avgt",
    "threads": 1, "forks": 1, "jvmArgs": ["-Xmx1g"], "jdkVersion": "17.0.15",
    "vmName": "OpenJDK 64-Bit Server VM", "vmVersion": "17.0.15+6", "warmupIterations": 2,
    "warmupTime": "1 s", "measurementIterations": 4, "measurementTime": "1 s",
}


def forks(rng, level, count, between=0.06, within=0.02, iterations=4):
    """Log-normal levels of forks, and log-normal iterations around them."""
    rows = []
    for _ in range(count):
        fork = level * rng.lognormvariate(0, between)
        rows.append([float(f"{fork * rng.lognormvariate(0, within):.6g}") for _ in range(iterations)])
    return rows


def result(params, raw, unit="ms/op", mode="avgt", secondary=None, field="rawData"):
    metric = {"score": 1.0, "scoreUnit": unit, field: raw}
    second = {
        name: {"score": 1.0, "scoreUnit": u, "rawData": r} for name, (u, r) in (secondary or {}).items()
    }
    return {**HEAD, "mode": mode, "params": params, "primaryMetric": metric, "secondaryMetrics": second}


def write(name, results):
    with open(f"{sys.argv[1]}/{name}.json", "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(r) for r in results) + "\n]\n")


def histogram(rng, level, operations):
    """A latency histogram of one iteration: most around the level, some far above."""
    values = Counter(
        round(level * rng.lognormvariate(0, 0.3) * (12 if rng.random() < 0.02 else 1))
        for _ in range(operations)
    )
    return [[value, count] for value, count in sorted(values.items())]


rng = random.Random(20)
STORES = {"alpha": 100, "beta": 62, "gamma": 97}
write("stores", [
    result(
        {"store": store, "payload": payload, "documents": "10000"},
        forks(rng, level * size, 5),
        secondary={
            "wal": ("B/op", forks(rng, 400 * size, 5, 0.01, 0.005)),
            "hits": ("#", forks(rng, 90 if store == "beta" else 50, 5)),
        },
    )
    for payload, size in {"10B": 1, "1KB": 1.4, "4KB": 3}.items()
    for store, level in STORES.items()
])
write("sides", [
    result({"case": case, "store": store}, forks(rng, level, count, sd, 0.01))
    for case, count, sds, ratio in [
        ("three", 3, (0.05, 0.03), 0.7), ("five", 5, (0.1, 0.1), 0.68),
        ("ten", 10, (0.1, 0.2), 0.78), ("uneven", 5, (0.3, 0.02), 0.6),
    ]
    for store, level, sd in [("old", 10, sds[0]), ("new", 10 * ratio, sds[1])]
])
write("rates", [
    result({"store": store, "update": update}, forks(rng, rate, 5, 0.1, 0.05), "ops/s", "thrpt")
    for update, factor in {"set": 1, "replace": 0.6}.items()
    for store, rate in {"alpha": 900 * factor, "beta": 1500 * factor}.items()
])
stalled = forks(rng, 100, 5, 0.02, 0.02)
stalled[1][2] = stalled[4][0] = 0
write("stalls", [
    result({"store": "steady"}, forks(rng, 90, 5, 0.02, 0.02), "ops/s", "thrpt"),
    result({"store": "stalls"}, stalled, "ops/s", "thrpt"),
])
write("latencies", [
    result(
        {"store": store},
        [[histogram(rng, level * rng.lognormvariate(0, 0.1), 400) for _ in range(3)]
         for _ in range(5)],
        "us/op", "sample", field="rawDataHistogram",
    )
    for store, level in {"alpha": 60, "beta": 41}.items()
])
write("looks", [
    result({"store": store}, forks(rng, level, 6)) for store, level in STORES.items()
])
with open(f"{sys.argv[1]}/looks.sidecar.json", "w") as file:
    look = {"benchmark": HEAD["benchmark"], "decided": [], "open": ["beta against alpha"]}
    looks = [{**look, "forks": forks} for forks in (3, 4, 5, 6)]
    json.dump(
        {"version": 1, "status": "complete",
         "untilDecided": {"maxForks": 12, "spending": "obrien-fleming", "looks": looks}},
        file, indent=1)
    file.write("\n")
for machine in (1, 2, 3):
    speed = rng.lognormvariate(0, 0.3)
    write(f"machine-{machine}", [
        result({"store": store}, forks(rng, level * speed, 3)) for store, level in STORES.items()
    ])
rng = random.Random(21)
for name, variant in {"labels": {}, "label-variants": {"variant": "_ind"}}.items():
    subjects = {"mongodb": 62, "mongodb~twin": 62, "beta": 100}
    parameter = "variant" if variant else "store"
    ending = variant.get("variant", "")
    write(name, [
        result({parameter: subject.replace("~", ending + "~") if "~" in subject else subject + ending},
               forks(rng, level, 5))
        for subject, level in subjects.items()
    ])
    with open(f"{sys.argv[1]}/{name}.sidecar.json", "w") as file:
        stores = [
            {"store": "mongodb", "server": "mongodb", "parameters": {parameter: "mongodb" + ending},
             "product": "FerretDB 2.7.0", "sizes": {"documents": 10, "totalBytes": 2000},
             "settings": {"settle": "nothing"}, "label": "ferretdb (mongodb wire)"},
            {"store": "beta", "server": "beta", "parameters": {parameter: "beta" + ending},
             "product": "Beta 1.0", "sizes": {"documents": 10, "totalBytes": 1000}},
        ]
        json.dump({"version": 1, "status": "complete", "stores": stores}, file, indent=1)
        file.write("\n")
