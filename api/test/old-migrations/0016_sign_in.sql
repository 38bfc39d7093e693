-- Wrong passwords per counter, each with what it allows; kept here so that all nodes count together.
DROP TABLE login_attempts;
CREATE TABLE login_attempts (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  allowed integer NOT NULL,
  resets_at timestamptz NOT NULL
);

-- Where an account has signed in: it gets through from there while strangers guess its password. Of a device's token
-- only the SHA-256 is kept; one browser may be used by several accounts.
CREATE TABLE known_devices (
  token_hash bytea NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  network text NOT NULL,
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, user_id, network)
);
CREATE INDEX known_devices_user ON known_devices (user_id);

-- What the owner of a session is told to know it by.
ALTER TABLE sessions
  ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN user_agent text NOT NULL DEFAULT '',
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();
