-- Takes a space, the first parameter, for a family of stores, the second: together with other families, and without one alone.
-- Nothing is answered, or who has it.
WITH asked AS (SELECT ?::text AS space, ?::text AS family)
SELECT CASE
         WHEN CASE
                WHEN family = '' THEN pg_try_advisory_lock(hashtext('docduel'), hashtext(space))
                ELSE pg_try_advisory_lock_shared(hashtext('docduel'), hashtext(space))
                  AND pg_try_advisory_lock(hashtext('docduel'), hashtext(space || ' ' || family))
              END THEN NULL
         ELSE coalesce(
           (SELECT ' (' || application_name || ')'
            FROM pg_stat_activity JOIN pg_locks USING (pid)
            WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
              AND classid = (hashtext('docduel')::bigint & 4294967295)::oid
              AND objid = (hashtext(space)::bigint & 4294967295)::oid
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            LIMIT 1), '')
       END
FROM asked
