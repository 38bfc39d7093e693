-- A chat and a received push belong to the partner whom the user had then: a user who moves to another partner does not
-- take them along. For rows from before, the user's partner of today is the best guess. Null for members of the staff.
ALTER TABLE message_threads ADD partner_id integer CONSTRAINT message_threads_partner REFERENCES partners;
UPDATE message_threads SET partner_id = users.partner_id FROM users WHERE users.id = user_id;
ALTER TABLE message_threads DROP CONSTRAINT message_threads_once,
  ADD CONSTRAINT message_threads_once UNIQUE (slider_id, user_id, partner_id);
CREATE INDEX message_threads_partner_id ON message_threads (partner_id);

ALTER TABLE push_recipients ADD partner_id integer CONSTRAINT push_recipients_partner REFERENCES partners ON DELETE CASCADE;
UPDATE push_recipients SET partner_id = users.partner_id FROM users WHERE users.id = user_id;
CREATE INDEX push_recipients_partner_id ON push_recipients (partner_id, push_id);
