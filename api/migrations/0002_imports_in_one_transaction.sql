-- Imports and their undo now run in one transaction each. Before, a killed server could leave one unfinished: see
-- imports.under_way. An unfinished import is closed with the rows that it has written. It gets its counts and its entry
-- in the history, and can be undone like any other. An unfinished undo can be started again.
UPDATE imports SET
  created = (SELECT count(*) FROM import_rows WHERE import_id = imports.id AND before IS NULL),
  updated = (SELECT count(*) FROM import_rows WHERE import_id = imports.id AND before IS NOT NULL)
  WHERE under_way = 'import';
INSERT INTO history (at, user_id, table_name, record_id, record_name, record_name_folded, action, changes, import_id)
  SELECT created_at, user_id, kind, owner_id, file_name, fold(file_name), 'import', jsonb_build_object(
    'created', jsonb_build_array(NULL, created), 'updated', jsonb_build_array(NULL, updated)), id
  FROM imports WHERE under_way = 'import' ORDER BY id;
ALTER TABLE imports DROP COLUMN under_way;
