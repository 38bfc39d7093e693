-- For the last import of a file, which a sync does not replace for a day: there may be many thousands of syncs.
CREATE INDEX imports_of_files ON imports (kind, id) WHERE bulk IS NULL AND file_name NOT LIKE 'PUT /api/sync/%';
