-- What proves who somebody of the staff is, beside the password: an app that makes codes, passkeys, and codes on paper for
-- when those are lost. The secret of the app is needed as it is; it is answered once, while it is set up, and kept out of
-- the history. Of codes on paper only the SHA-256 is kept.
CREATE TABLE totp_factors (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- The last step of 30 seconds whose code was accepted: neither it nor an earlier one is accepted again.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null until its first code has been typed: it then proves nothing yet.
  confirmed_at timestamptz,
  last_used_at timestamptz
);

CREATE TABLE passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As base64url, the way browsers write it.
  credential_id text NOT NULL CONSTRAINT passkeys_credential_taken UNIQUE,
  public_key bytea NOT NULL,
  -- How often it says it has signed; 0 where it does not count.
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE recovery_codes (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Whoever has given the right password and owes the second factor. Good for one sign-in within minutes, while the
-- password and the factors are as they were.
CREATE TABLE sign_in_tickets (
  ticket_hash bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  password_hash text NOT NULL,
  -- What a passkey has to sign.
  challenge text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tickets_user ON sign_in_tickets (user_id);
CREATE INDEX sign_in_tickets_expiry ON sign_in_tickets (expires_at);

-- What a new passkey has to sign, one for each session.
CREATE TABLE passkey_challenges (
  session bytea PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- The history tells of a factor as of a part of its user: that it came or went and who did it, never what it is.
CREATE FUNCTION keep_history_of_factor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  had jsonb;
  has jsonb;
BEGIN
  IF TG_TABLE_NAME = 'passkeys' THEN
    had := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) -> 'name' ELSE 'null' END;
    has := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) -> 'name' ELSE 'null' END;
  ELSE
    had := to_jsonb(TG_OP <> 'INSERT' AND OLD.confirmed_at IS NOT NULL);
    has := to_jsonb(TG_OP <> 'DELETE' AND NEW.confirmed_at IS NOT NULL);
  END IF;
  IF had IS DISTINCT FROM has THEN
    INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
    SELECT 'users', id, name, name_folded, 'update',
      jsonb_build_object(CASE TG_TABLE_NAME WHEN 'passkeys' THEN 'passkey' ELSE 'totp' END, jsonb_build_array(had, has))
    FROM users WHERE id = coalesce(NEW.user_id, OLD.user_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_history_of_factor AFTER INSERT OR UPDATE OR DELETE ON totp_factors FOR EACH ROW
  WHEN (current_setting('kontor.history', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION keep_history_of_factor();
CREATE TRIGGER keep_history_of_factor AFTER INSERT OR UPDATE OF name OR DELETE ON passkeys FOR EACH ROW
  WHEN (current_setting('kontor.history', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION keep_history_of_factor();

-- A factor that is gone ends what was begun with it, and the last one takes the codes on paper along.
CREATE FUNCTION forget_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_in_tickets WHERE user_id = OLD.user_id;
  IF NOT EXISTS (SELECT FROM passkeys WHERE user_id = OLD.user_id)
    AND NOT EXISTS (SELECT FROM totp_factors WHERE user_id = OLD.user_id AND confirmed_at IS NOT NULL) THEN
    DELETE FROM recovery_codes WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_factor AFTER DELETE ON totp_factors FOR EACH ROW EXECUTE FUNCTION forget_factor();
CREATE TRIGGER forget_factor AFTER DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION forget_factor();

-- A ticket was given to whoever had this password and this place here.
CREATE FUNCTION forget_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_in_tickets WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_tickets AFTER UPDATE OF password_hash, is_active, partner_id ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash
    OR OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION forget_tickets();

-- Who must have a factor may hear nothing without one: streams that are open look again.
CREATE TRIGGER tell_sessions AFTER DELETE ON totp_factors FOR EACH STATEMENT EXECUTE FUNCTION tell('sessions');
CREATE TRIGGER tell_sessions AFTER DELETE ON passkeys FOR EACH STATEMENT EXECUTE FUNCTION tell('sessions');
CREATE TRIGGER tell_sessions AFTER UPDATE OF second_factor_roles ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION tell('sessions');

-- Who has a factor is a column of the list of users.
CALL count_changes('totp_factors');
CALL count_changes('passkeys');
