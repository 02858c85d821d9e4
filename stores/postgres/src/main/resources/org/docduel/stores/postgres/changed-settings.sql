-- What every comparison of servers has to tell, and what differs from its default. Left out of the
-- latter: what the server derives by itself (sources default and override), where it lives, how it
-- logs and formats, and what the driver sets for itself.
SELECT name, current_setting(name)
FROM pg_settings
WHERE name IN ('block_size', 'data_checksums', 'default_toast_compression', 'io_method',
               'maintenance_work_mem', 'server_encoding', 'shared_buffers', 'wal_compression', 'work_mem')
   OR setting IS DISTINCT FROM boot_val
  AND source NOT IN ('default', 'override')
  AND context <> 'internal'
  AND category NOT LIKE 'Reporting and Logging%'
  AND category NOT LIKE 'Client Connection Defaults / Locale%'
  AND category <> 'File Locations'
  AND category <> 'Connections and Authentication / SSL'
  AND name NOT IN ('application_name', 'cluster_name', 'extra_float_digits', 'listen_addresses',
                   'max_stack_depth', 'port', 'unix_socket_directories')
UNION ALL
SELECT 'locale', concat_ws(' ', CASE d ->> 'datlocprovider' WHEN 'b' THEN 'builtin' WHEN 'i' THEN 'icu' ELSE 'libc' END,
                           coalesce(d ->> 'datlocale', d ->> 'daticulocale', d ->> 'datcollate'))
FROM (SELECT to_jsonb(pg_database) AS d FROM pg_database WHERE datname = current_database()) AS here
ORDER BY name
