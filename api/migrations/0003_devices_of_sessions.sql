-- Push devices belong to the session that registered them. `session` is sessions.token_hash, null for devices from
-- before this migration. No foreign key: a device outlives a session that expires.
ALTER TABLE user_firebase_tokens ADD session bytea;
CREATE INDEX user_firebase_tokens_session ON user_firebase_tokens (session);

-- Deletes the push devices of a session that is deleted before it expires, for example by signing out.
CREATE FUNCTION delete_devices_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_firebase_tokens WHERE session = OLD.token_hash;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_devices AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION delete_devices_of_session();

-- Deletes the push devices of a user whose password, is_active or partner changes. After a new password the devices of
-- valid sessions stay: the session in which a user changes the own password is not ended.
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

-- Deletes the push devices of all users of a partner that is deactivated.
CREATE FUNCTION delete_devices_of_partner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM user_firebase_tokens WHERE user_id IN (SELECT id FROM users WHERE partner_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER delete_devices AFTER UPDATE OF is_active ON partners
  FOR EACH ROW WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION delete_devices_of_partner();

-- For the sweep that runs every minute: sessions with created_at in the future after the clock was set back, and known
-- devices that have not signed in for 60 days.
CREATE INDEX sessions_begun ON sessions (created_at);
CREATE INDEX known_devices_seen ON known_devices (signed_in_at);
