-- Its promise, and its size and habits as PostgreSQL's own stores tell them.
SELECT name, current_setting(name) FROM pg_settings
WHERE name IN ('block_size', 'data_checksums', 'default_toast_compression', 'io_method',
               'maintenance_work_mem', 'shared_buffers', 'wal_compression', 'work_mem',
               'fsync', 'synchronous_commit', 'full_page_writes')
UNION ALL
SELECT 'locale', concat_ws(' ', CASE d ->> 'datlocprovider' WHEN 'b' THEN 'builtin' WHEN 'i' THEN 'icu' ELSE 'libc' END,
                           coalesce(d ->> 'datlocale', d ->> 'daticulocale', d ->> 'datcollate'))
FROM (SELECT to_jsonb(pg_database) AS d FROM pg_database WHERE datname = current_database()) AS here
ORDER BY 1
