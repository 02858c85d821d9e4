SELECT concat_ws(',', n_tup_upd, n_tup_hot_upd, n_dead_tup, autovacuum_count, pg_relation_size(relid), pg_indexes_size(relid))
FROM pg_stat_all_tables
WHERE relid = '%s'::regclass
