-- What gives this user the right that it lacks to make tables in a space, the parameter; nothing when it has the right.
SELECT CASE
         WHEN oid IS NULL THEN
           CASE WHEN NOT has_database_privilege(current_database(), 'CREATE')
             THEN format('CREATE SCHEMA %I AUTHORIZATION %I', space, current_user)
           END
         WHEN NOT (has_schema_privilege(oid, 'USAGE') AND has_schema_privilege(oid, 'CREATE'))
           THEN format('GRANT USAGE, CREATE ON SCHEMA %I TO %I', space, current_user)
       END
FROM (SELECT ?::text AS space) AS asked LEFT JOIN pg_namespace ON nspname = space
