-- Makes the role of a suite's questions, without a superuser's rights, where a superuser asks for it.
DO $$
BEGIN
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
    AND NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'docduel_questions') THEN
    CREATE ROLE docduel_questions NOLOGIN;
  END IF;
END $$
