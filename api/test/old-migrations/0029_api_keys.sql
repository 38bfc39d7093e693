-- A program that calls the API is a user as whom it acts, so that whatever names who did something names it. Nobody can
-- sign in as one: its username has capitals, which no name that is typed keeps, and its password is the hash of none.
ALTER TABLE users ADD COLUMN is_key boolean NOT NULL DEFAULT false CHECK (NOT is_key OR partner_id IS NULL);
CALL keep_history('users');

-- What people know of it. Its user is called the same with a mark, and has its role and state.
CREATE TABLE api_keys (
  id integer PRIMARY KEY REFERENCES users,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  role text NOT NULL,
  -- Of what the role may do now these alone; null is all of it.
  rights text[],
  -- How its token begins.
  prefix text NOT NULL,
  -- The last day on which it is good.
  ends_on date,
  created_by integer REFERENCES users,
  -- A key that is revoked stays so.
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- Two that are told apart by nothing would be one in the history. A revoked one leaves its name to its successor.
CREATE UNIQUE INDEX api_keys_name_taken ON api_keys (name_folded) WHERE is_active;
CALL keep_record('api_keys');
CALL keep_history('api_keys');

-- Only the SHA-256 of a token is kept. Apart from the record, because a use is no change of it.
CREATE TABLE api_key_tokens (
  token_hash bytea PRIMARY KEY,
  key_id integer NOT NULL UNIQUE REFERENCES api_keys,
  -- To within some minutes.
  last_used_at timestamptz
);

-- A key is nobody who could make another Direktor.
CREATE OR REPLACE FUNCTION users_last_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('staff users'));
  IF NOT EXISTS (
    SELECT FROM users WHERE is_active AND partner_id IS NULL AND role = 'user_admin' AND NOT is_key
  ) THEN
    PERFORM break_rule('users_last_staff');
  END IF;
  RETURN NULL;
END $$;
