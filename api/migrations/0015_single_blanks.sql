-- Names are written with single blanks now, so that no two of them look the same. Older names are changed as well; one
-- that another record would then have stays, for people to correct.
DO $$
DECLARE
  named record;
  one record;
  blanks CONSTANT text := '[[:space:]\u00a0]+';
BEGIN
  PERFORM set_config('kontor.history', 'off', true), set_config('kontor.rules', 'off', true);
  FOR named IN SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'name_folded' ORDER BY table_name
  LOOP
    FOR one IN EXECUTE format('SELECT id, regexp_replace(name, %1$L, '' '', ''g'') AS name FROM %2$I
      WHERE name <> regexp_replace(name, %1$L, '' '', ''g'') ORDER BY id', blanks, named.name)
    LOOP
      BEGIN
        EXECUTE format('UPDATE %I SET name = $1 WHERE id = $2', named.name) USING one.name, one.id;
      EXCEPTION WHEN unique_violation THEN NULL;
      END;
    END LOOP;
  END LOOP;
  PERFORM set_config('kontor.history', '', true), set_config('kontor.rules', '', true);
END $$;
