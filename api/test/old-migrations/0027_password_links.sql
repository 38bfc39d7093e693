-- Where somebody can be written to; nobody must have an address, and nobody another's.
ALTER TABLE users
  ADD COLUMN email text,
  ADD COLUMN email_folded text COLLATE "C" GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED;
ALTER TABLE users ADD CONSTRAINT users_email_taken UNIQUE (email_folded);
CALL keep_history('users');

-- The outbox of mails. One is due at next_at; whoever takes it moves next_at on, so that it is due again if he dies. What
-- is written in a mail is not here: it is made when it is sent, and a link's secret is nowhere but in the mail.
CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  data jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  give_up_at timestamptz NOT NULL
);
CREATE INDEX mails_due ON mails (next_at, id);

-- A link with which a user may set a new password, once: the last one alone, and only the SHA-256 of its token.
CREATE TABLE password_links (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);

-- A link was asked for by whoever had this password, this address and a place here: with another it is another's.
CREATE FUNCTION forget_password_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM password_links WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_password_links AFTER UPDATE OF password_hash, email, is_active, partner_id ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.email IS DISTINCT FROM NEW.email
    OR OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION forget_password_links();
