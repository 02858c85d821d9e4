-- What a server has counted of a table, or of a shard: updates, those of them that no index had to be told of, row versions that
-- nobody can see any more, runs of autovacuum, bytes without indexes and long values, bytes of all indexes, blocks that were in the
-- cache, and blocks that were not.
SELECT concat_ws(',',
                 n_tup_upd,
                 n_tup_hot_upd,
                 n_dead_tup,
                 autovacuum_count,
                 pg_relation_size(relid),
                 pg_indexes_size(relid),
                 heap_blks_hit + coalesce(idx_blks_hit, 0),
                 heap_blks_read + coalesce(idx_blks_read, 0))
FROM pg_stat_all_tables JOIN pg_statio_all_tables USING (relid)
WHERE relid = '%s'::regclass
