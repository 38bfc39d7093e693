-- The undo of an import or a bulk edit also restores updated_at of its records. import_rows.updated_at is the former
-- value; null for records that the import created and for rows from before this migration.
ALTER TABLE import_rows ADD updated_at timestamptz;

-- Row trigger of every versioned table: raises `version` and sets `updated_at`. During an undo the setting
-- kontor.undone is '<table> <import id>'. Records of this table then get updated_at from import_rows of the import.
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
