-- All that is ours in a space, the first parameter, by the mark, the second: in which schema, what it is, and what removes it.
-- The space's own schema comes before those of suites: it has the notes that say what is in them.
WITH ours AS (SELECT ?::text AS space, ?::text AS mark),
     schemas AS (
       SELECT n.oid, nspname, nspname = space AS first,
              coalesce(obj_description(n.oid, 'pg_namespace'), '')
                = CASE WHEN nspname = space THEN mark ELSE mark || ' for ' || space END AS made
       FROM ours, pg_namespace n
       WHERE nspname = space OR starts_with(nspname, space || '_'))
SELECT nspname::text, 'the tables of schema ' || nspname || ': ' || string_agg(relname, ', ' ORDER BY relname),
       'DROP TABLE ' || string_agg(format('%I.%I', nspname, relname), ', ' ORDER BY relname) || ' RESTRICT', 1
FROM ours, schemas s JOIN pg_class c ON relnamespace = s.oid
WHERE (first OR made) AND relkind IN ('r', 'p') AND obj_description(c.oid, 'pg_class') = mark
GROUP BY nspname
UNION ALL
SELECT nspname, 'the types of schema ' || nspname || ': ' || string_agg(typname, ', ' ORDER BY typname),
       'DROP TYPE ' || string_agg(format('%I.%I', nspname, typname), ', ' ORDER BY typname) || ' RESTRICT', 2
FROM ours, schemas s JOIN pg_type t ON typnamespace = s.oid
WHERE made AND obj_description(t.oid, 'pg_type') = mark
GROUP BY nspname
UNION ALL
SELECT nspname, 'the schema ' || nspname, format('DROP SCHEMA %I RESTRICT', nspname), 3
FROM schemas
WHERE made
UNION ALL
SELECT '', 'the extension ' || extname, format('DROP EXTENSION %I RESTRICT', extname), 4
FROM ours, pg_extension
WHERE obj_description(oid, 'pg_extension') = mark
UNION ALL
SELECT '', 'the database ' || datname, format('DROP DATABASE %I', datname), 5
FROM ours, pg_database
WHERE shobj_description(oid, 'pg_database') = mark || ' for ' || space
ORDER BY 4, 1
