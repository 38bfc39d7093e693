-- Names are written with single blanks now, so that no two of them look the same. Older ones are changed as well where
-- they are unique, such as names of categories and numbers of contracts; one that another record would then have stays,
-- for people to correct. It is no change of anybody: it has no entry in the history, and `updated_at` stays.
DO $$
DECLARE
  declared record;
  one record;
  -- A restore has them off already, and goes on so.
  history CONSTANT text := current_setting('kontor.history', true);
  rules CONSTANT text := current_setting('kontor.rules', true);
  blanks CONSTANT text := '[[:space:]\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+';
BEGIN
  PERFORM set_config('kontor.history', 'off', true), set_config('kontor.rules', 'off', true);
  FOR declared IN
    SELECT DISTINCT relname AS table_name, typed.attname AS name, EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'increment_version') AS is_versioned
      FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
      JOIN pg_attribute AS folded ON folded.attrelid = indrelid AND folded.attnum = ANY (indkey)
      JOIN pg_attribute AS typed ON typed.attrelid = indrelid AND typed.attname || '_folded' = folded.attname
      WHERE indisunique AND relnamespace = current_schema()::regnamespace
      ORDER BY relname, typed.attname
  LOOP
    IF declared.is_versioned THEN
      EXECUTE format('ALTER TABLE %I DISABLE TRIGGER increment_version', declared.table_name);
    END IF;
    FOR one IN EXECUTE format('SELECT id, regexp_replace(%1$I, %2$L, '' '', ''g'') AS name FROM %3$I
      WHERE %1$I <> regexp_replace(%1$I, %2$L, '' '', ''g'') ORDER BY id', declared.name, blanks, declared.table_name)
    LOOP
      BEGIN
        EXECUTE format('UPDATE %I SET %I = $1 WHERE id = $2', declared.table_name, declared.name)
          USING one.name, one.id;
      EXCEPTION WHEN unique_violation THEN
        RAISE NOTICE '% %: "%" stays, another record is called that.', declared.table_name, one.id, one.name;
      END;
    END LOOP;
    IF declared.is_versioned THEN
      EXECUTE format('ALTER TABLE %I ENABLE TRIGGER increment_version', declared.table_name);
    END IF;
  END LOOP;
  PERFORM set_config('kontor.history', history, true), set_config('kontor.rules', rules, true);
END $$;
