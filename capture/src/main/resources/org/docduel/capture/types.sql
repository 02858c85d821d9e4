-- The types which a session sees without naming a schema: kind, the statement that makes one, and its name.
SELECT 1, format('CREATE TYPE %I AS ENUM (%s)', typname,
                 (SELECT string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid)),
       quote_ident(typname)
FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
WHERE nspname = ANY (current_schemas(false)) AND typtype = 'e'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
UNION ALL
SELECT 2, format('CREATE DOMAIN %I AS %s%s%s', typname, format_type(typbasetype, typtypmod),
                 CASE WHEN typnotnull THEN ' NOT NULL' ELSE '' END,
                 (SELECT string_agg(' ' || pg_get_constraintdef(oid, true), '') FROM pg_constraint WHERE contypid = t.oid AND contype = 'c')),
       quote_ident(typname)
FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
WHERE nspname = ANY (current_schemas(false)) AND typtype = 'd'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
UNION ALL
SELECT 3, format('CREATE TYPE %I AS (%s)', typname,
                 (SELECT string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
                  FROM pg_attribute WHERE attrelid = typrelid AND attnum > 0 AND NOT attisdropped)),
       quote_ident(typname)
FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace JOIN pg_class c ON c.oid = typrelid
WHERE nspname = ANY (current_schemas(false)) AND relkind = 'c'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = t.oid AND d.deptype = 'e')
ORDER BY 1, 2
