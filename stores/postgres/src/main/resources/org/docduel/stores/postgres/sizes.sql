SELECT pg_relation_size(c.oid) AS heap,
       CASE WHEN c.reltoastrelid = 0 THEN 0 ELSE pg_total_relation_size(c.reltoastrelid) END AS toast,
       pg_indexes_size(c.oid) AS index,
       pg_total_relation_size(c.oid) AS total
FROM pg_class c
WHERE c.oid = ?::regclass
