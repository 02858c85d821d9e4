SELECT n_tup_upd AS updates,
       n_tup_hot_upd AS hot_updates,
       n_dead_tup AS dead_tuples,
       autovacuum_count AS autovacuums,
       pg_relation_size(relid) AS heap,
       pg_indexes_size(relid) AS index,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS wal,
       heap_blks_hit + coalesce(idx_blks_hit, 0) AS cache_hits,
       heap_blks_read + coalesce(idx_blks_read, 0) AS cache_reads
FROM pg_stat_all_tables JOIN pg_statio_all_tables USING (relid)
WHERE relid = ?::regclass
