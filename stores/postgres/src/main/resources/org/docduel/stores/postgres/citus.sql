-- A cluster, as its coordinator describes it; for the name of the PostgreSQL below it.
SELECT format('Citus %s on %s, %s workers, %s shards',
              substring(citus_version() FROM 'Citus\S* (\S+)'),
              ?::text,
              (SELECT count(*) FROM citus_get_active_worker_nodes()),
              current_setting('citus.shard_count'))
