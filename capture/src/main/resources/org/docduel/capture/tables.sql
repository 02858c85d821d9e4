-- The tables that a session sees without naming a schema: name, bytes, and why one is left out.
SELECT c.oid::text, relname, pg_table_size(c.oid),
       CASE
         WHEN relkind = 'v' OR relkind = 'm' THEN 'a view'
         WHEN relkind = 'f' THEN 'a foreign table'
         WHEN relkind = 'p' OR relispartition THEN 'partitioned'
         WHEN NOT has_table_privilege(c.oid, 'SELECT') THEN 'without the right SELECT'
       END
FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
WHERE nspname = ANY (current_schemas(false)) AND relkind IN ('r', 'p', 'v', 'm', 'f')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
ORDER BY relname, nspname
