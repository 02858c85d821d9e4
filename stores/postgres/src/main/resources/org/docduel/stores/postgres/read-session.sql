-- For every session that reads: without parallel workers and just-in-time compilation, as published, unless the server or the
-- address sets them.
SELECT set_config(name, '0', false)
FROM pg_settings
WHERE name IN ('max_parallel_workers_per_gather', 'jit') AND source = 'default'
