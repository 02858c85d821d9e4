"""Computes the pinned numbers of BootstrapTest from the definitions: FNV-1a, SplitMix64's finaliser, xoroshiro128++.

    python3 stats/src/test/python/stream_reference.py
"""
MASK = (1 << 64) - 1


def key(*words):
    h = 0xCBF29CE484222325
    for word in words:
        for byte in word.encode("utf-8") + b"\xff":
            h = ((h ^ byte) * 0x100000001B3) & MASK
    return h


def mix(z):
    z &= MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def rotl(x, k):
    return ((x << k) | (x >> (64 - k))) & MASK


def first(seed, comparison, block):
    gamma = 0x9E3779B97F4A7C15
    start = mix(seed) ^ mix(comparison + gamma) ^ mix(block + 2 * gamma)
    s0, s1 = mix(start), mix(start + gamma)
    return (rotl((s0 + s1) & MASK, 17) + s0) & MASK


def signed(x):
    return x - (1 << 64) if x >> 63 else x


print("key", signed(key("group", "a")))
print("number", signed(first(42, 1, 3)))
