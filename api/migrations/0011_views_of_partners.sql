-- The office may view the partners' app as a partner's user: such a session reads only. viewer_id is the staff user,
-- viewer_session the session of that user, with which it ends. user_id is the user whose view it is.
ALTER TABLE sessions ADD viewer_id integer REFERENCES users ON DELETE CASCADE,
  ADD viewer_session bytea REFERENCES sessions ON DELETE CASCADE,
  ADD CONSTRAINT sessions_viewer CHECK ((viewer_id IS NULL) = (viewer_session IS NULL));
CREATE INDEX sessions_viewer_session ON sessions (viewer_session) WHERE viewer_session IS NOT NULL;
CREATE INDEX sessions_viewer ON sessions (viewer_id) WHERE viewer_id IS NOT NULL;
