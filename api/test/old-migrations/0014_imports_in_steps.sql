-- What was begun and has not ended yet: 'import' or 'undo', null for nothing. Only the embedded engine, which applies an
-- import in several transactions, ever shows one; what a killed process leaves behind is settled by the next start.
ALTER TABLE imports ADD COLUMN under_way text CHECK (under_way IN ('import', 'undo'));
