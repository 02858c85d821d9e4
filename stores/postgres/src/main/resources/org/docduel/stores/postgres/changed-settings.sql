-- Left out: what the server derives by itself (sources default and override), where it lives, how
-- it logs and formats, and what the driver sets for itself.
SELECT name, current_setting(name)
FROM pg_settings
WHERE setting IS DISTINCT FROM boot_val
  AND source NOT IN ('default', 'override')
  AND context <> 'internal'
  AND category NOT LIKE 'Reporting and Logging%'
  AND category NOT LIKE 'Client Connection Defaults / Locale%'
  AND category <> 'File Locations'
  AND category <> 'Connections and Authentication / SSL'
  AND name NOT IN ('application_name', 'cluster_name', 'extra_float_digits', 'listen_addresses',
                   'max_stack_depth', 'port', 'unix_socket_directories')
ORDER BY name
