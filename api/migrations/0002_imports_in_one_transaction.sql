-- An import is one transaction, so none is ever under way for others to see. A backup from before may have one that was cut
-- off: it stands as far as it came, is told by the history, and can be undone like any other. One whose undo was cut off
-- can be undone again.
UPDATE imports SET
  created = (SELECT count(*) FROM import_rows WHERE import_id = imports.id AND before IS NULL),
  updated = (SELECT count(*) FROM import_rows WHERE import_id = imports.id AND before IS NOT NULL)
  WHERE under_way = 'import';
INSERT INTO history (at, user_id, table_name, record_id, record_name, record_name_folded, action, changes, import_id)
  SELECT created_at, user_id, kind, owner_id, file_name, fold(file_name), 'import', jsonb_build_object(
    'created', jsonb_build_array(NULL, created), 'updated', jsonb_build_array(NULL, updated)), id
  FROM imports WHERE under_way = 'import' ORDER BY id;
ALTER TABLE imports DROP COLUMN under_way;
