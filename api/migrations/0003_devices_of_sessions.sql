-- A device is pushed to for as long as the session that it was registered by has not been ended. One that has run out by
-- itself leaves its devices until the user's password, account or partner changes. Those from before belong to no session.
ALTER TABLE user_firebase_tokens ADD session bytea;
CREATE INDEX user_firebase_tokens_session ON user_firebase_tokens (session);

CREATE FUNCTION delete_devices_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_firebase_tokens WHERE session = OLD.token_hash;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_devices AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION delete_devices_of_session();

-- A session that outlives the change keeps its devices: whoever changes the own password stays signed in.
CREATE FUNCTION delete_devices_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_firebase_tokens device WHERE user_id = NEW.id AND NOT (
    NEW.is_active AND NEW.partner_id IS NOT DISTINCT FROM OLD.partner_id
    AND EXISTS (SELECT FROM sessions WHERE token_hash = device.session AND expires_at > now()));
  RETURN NULL;
END $$;
CREATE TRIGGER delete_devices_pushed_to AFTER UPDATE OF password_hash, is_active, partner_id ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash
    OR OLD.partner_id IS DISTINCT FROM NEW.partner_id OR OLD.is_active AND NOT NEW.is_active)
  EXECUTE FUNCTION delete_devices_of_user();

CREATE FUNCTION delete_devices_of_partner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_firebase_tokens WHERE user_id IN (SELECT id FROM users WHERE partner_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER delete_devices AFTER UPDATE OF is_active ON partners
  FOR EACH ROW WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION delete_devices_of_partner();

-- Every minute a sweep looks for sessions that began before the clock was set back, and for devices not seen for long.
CREATE INDEX sessions_begun ON sessions (created_at);
CREATE INDEX known_devices_seen ON known_devices (signed_in_at);
