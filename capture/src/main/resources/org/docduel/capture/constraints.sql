-- The statements that make the constraints of tables in the schemas that a session sees; keys first, foreign keys last.
SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(k.oid, true))
FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid JOIN pg_namespace n ON n.oid = relnamespace
WHERE nspname = ANY (current_schemas(false)) AND relkind = 'r' AND NOT relispartition AND contype IN ('p', 'u', 'x', 'c', 'f')
ORDER BY position(contype::text IN 'puxcf'), relname, conname
