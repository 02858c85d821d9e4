-- Makes the role of a suite's questions, which reads and has none of a superuser's other rights, where a superuser asks for it.
DO $$
BEGIN
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
    AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'docduel_questions') THEN
    CREATE ROLE docduel_questions NOLOGIN IN ROLE pg_read_all_data;
  END IF;
END $$
