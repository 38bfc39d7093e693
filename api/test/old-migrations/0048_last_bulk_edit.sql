-- The last bulk edit that can be taken back is asked for whenever the form of bulk edits opens. What an ERP sends is kept
-- in the same table, hundreds of thousands of rows in time, and is none of them.
CREATE INDEX imports_bulk ON imports (kind, id) WHERE undone_at IS NULL AND bulk ->> 'action' = 'bulk';
