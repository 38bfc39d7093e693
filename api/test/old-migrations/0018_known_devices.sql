-- A new password is known by nobody: where the old one was used is no longer a place that its owner is known from,
-- whoever sets it and by whatever way.
CREATE FUNCTION forget_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM known_devices WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER forget_devices AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
  EXECUTE FUNCTION forget_devices();
