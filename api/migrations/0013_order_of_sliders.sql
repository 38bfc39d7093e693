-- The place of a slider in the partners' app, given by the office: those with a place come first, by it, the others by
-- their last change or beginning. The order is saved whole; a slider that is deactivated meanwhile keeps its place until
-- then. It makes no new version: the order of those without a place follows updated_at, and no form has it.
ALTER TABLE sliders ADD position integer CONSTRAINT sliders_position CHECK (position >= 1);
COMMENT ON COLUMN sliders.position IS 'unversioned';
CALL audit_table('sliders');
