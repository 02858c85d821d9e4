-- Bytes of a table, or of a shard, on disk: heap, TOAST, indexes, all.
SELECT concat_ws(',',
                 pg_relation_size(c.oid),
                 CASE WHEN c.reltoastrelid = 0 THEN 0 ELSE pg_total_relation_size(c.reltoastrelid) END,
                 pg_indexes_size(c.oid),
                 pg_total_relation_size(c.oid))
FROM pg_class c
WHERE c.oid = '%s'::regclass
