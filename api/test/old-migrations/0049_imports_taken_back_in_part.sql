-- A row that the undoing of its import has left as it is, because it was changed since or is in use: the history does not
-- tell of it that it was taken back, and an undoing that was cut off goes on with the same choice.
ALTER TABLE import_rows ADD COLUMN stays boolean NOT NULL DEFAULT false;
