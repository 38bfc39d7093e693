-- A writer takes a free slot when its own is held by an open transaction: until now it waited for that one to end.
CREATE OR REPLACE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own smallint := pg_backend_pid() % 32;
  free smallint;
BEGIN
  SELECT slot INTO free FROM change_counters
    WHERE table_name = TG_TABLE_NAME AND slot = own FOR UPDATE SKIP LOCKED;
  IF free IS NULL THEN
    -- In order, so that a transaction takes the same slot again.
    SELECT slot INTO free FROM change_counters
      WHERE table_name = TG_TABLE_NAME ORDER BY slot LIMIT 1 FOR UPDATE SKIP LOCKED;
  END IF;
  UPDATE change_counters SET changes = changes + 1
    WHERE table_name = TG_TABLE_NAME AND slot = coalesce(free, own);
  RETURN NULL;
END $$;
