-- The random id of the folder with the files, which also stands in the file .mark there: NULL for a bucket and until the
-- first start. Backup and start refuse another folder, such as the empty one below a mount that is missing
-- (api/src/lib/storage/location.ts).
ALTER TABLE storage_location ADD COLUMN mark text;
