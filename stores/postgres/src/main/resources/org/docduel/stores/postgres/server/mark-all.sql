-- The statements that put a mark, the first parameter, on all tables and types of a schema, the second.
WITH asked AS (SELECT ?::text AS mark, ?::text AS schema)
SELECT format('COMMENT ON TABLE %I.%I IS %L', schema, relname, mark)
FROM asked JOIN pg_class ON relnamespace = schema::regnamespace
WHERE relkind IN ('r', 'p')
UNION ALL
SELECT format('COMMENT ON TYPE %I.%I IS %L', schema, typname, mark)
FROM asked JOIN pg_type t ON typnamespace = schema::regnamespace LEFT JOIN pg_class c ON c.oid = typrelid
WHERE typtype IN ('d', 'e', 'r') OR relkind = 'c'
