-- The statements that make the indexes that are no constraint's, in the schemas that a session sees.
SELECT pg_get_indexdef(indexrelid, 0, true)
FROM pg_index i JOIN pg_class c ON c.oid = indrelid JOIN pg_namespace n ON n.oid = relnamespace
WHERE nspname = ANY (current_schemas(false)) AND relkind = 'r' AND NOT relispartition AND indisvalid
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
ORDER BY 1
