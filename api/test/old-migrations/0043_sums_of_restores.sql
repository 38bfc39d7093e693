-- A restore of a backup brings the sums along and says so by a setting of its own. An import that is taken back brings
-- none, though no rule is judged meanwhile either: its records are counted like any others.
DO $$
DECLARE
  one regprocedure;
BEGIN
  FOR one IN SELECT oid FROM pg_proc WHERE prosrc LIKE '%a restore brings%' AND pronamespace = current_schema()::regnamespace LOOP
    EXECUTE replace(pg_get_functiondef(one), 'kontor.rules', 'kontor.sums');
  END LOOP;
END $$;

-- The conversations of all sliders begin with those that were written to last.
CREATE INDEX message_threads_last ON message_threads (last_at DESC, id DESC);
