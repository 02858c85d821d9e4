-- How many more connections this user may open: the server's, the role's and the database's limits, which do not bind a superuser,
-- less what is open. A user without rights does not see of what type others' connections are.
WITH open AS (
  SELECT * FROM pg_stat_activity WHERE datid IS NOT NULL AND coalesce(backend_type, 'client backend') = 'client backend')
SELECT least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - (SELECT count(*) FROM open),
         CASE WHEN rolconnlimit >= 0 AND NOT rolsuper
           THEN rolconnlimit - (SELECT count(*) FROM open WHERE usename = rolname) END,
         CASE WHEN datconnlimit >= 0 AND NOT rolsuper
           THEN datconnlimit - (SELECT count(*) FROM open WHERE open.datname = here.datname) END)
FROM pg_roles, pg_database here
WHERE rolname = session_user AND here.datname = current_database()
