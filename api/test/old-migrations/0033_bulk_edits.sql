-- One change of many records keeps its rows as an import does, so that the history tells of both alike and either can be
-- taken back. What was changed in it and how; null for an import.
ALTER TABLE imports ADD COLUMN bulk jsonb;
