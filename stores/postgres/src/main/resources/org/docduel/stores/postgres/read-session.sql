-- For every session that reads: without parallel workers and just-in-time compilation.
SET max_parallel_workers_per_gather = 0;
SET jit = off;
