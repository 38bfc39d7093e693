-- Users who were invited by mail and have not set a password yet: the time of the last invitation. Until then their
-- password is a random one that nobody knows.
ALTER TABLE users ADD invited_at timestamptz;
COMMENT ON COLUMN users.invited_at IS 'unversioned';
CALL audit_table('users');
CREATE INDEX users_invited ON users (invited_at) WHERE invited_at IS NOT NULL;

-- An invited user who asks for a link gets another one; the former stays valid. A password ends all of them.
ALTER TABLE password_links
  DROP CONSTRAINT password_links_pkey,
  DROP CONSTRAINT password_links_token_hash_key,
  ADD PRIMARY KEY (token_hash);
CREATE INDEX password_links_user ON password_links (user_id);

-- A password ends the invitation, whoever sets it.
CREATE FUNCTION end_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.invited_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER end_invitation BEFORE UPDATE OF password_hash ON users FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION end_invitation();
