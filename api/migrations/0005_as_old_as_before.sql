-- What an import or a change of many records has changed is as old as it was once that is taken back: nobody has changed
-- it today. Rows from before do not know when that was.
ALTER TABLE import_rows ADD updated_at timestamptz;

-- `kontor.undone` names the table whose records are given back and the import that kept them, parted by a blank.
CREATE OR REPLACE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  undone text := current_setting('kontor.undone', true);
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  IF undone LIKE TG_TABLE_NAME || ' %' THEN
    NEW.updated_at := coalesce((SELECT updated_at FROM import_rows
      WHERE import_id = split_part(undone, ' ', 2)::integer AND record_id = OLD.id), now());
  END IF;
  RETURN NEW;
END $$;
