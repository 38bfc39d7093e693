-- Every try to come in. What was typed as a name is kept only when it is the name of an existing user: people type
-- passwords there. Rows are added by the server alone and go after 90 days.
CREATE TABLE sign_ins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id integer REFERENCES users ON DELETE SET NULL,
  username text COLLATE kontor,
  username_folded text COLLATE "C",
  outcome text NOT NULL,
  -- What was shown beside the password, or instead of it.
  factor text,
  address text COLLATE "C" NOT NULL,
  browser text,
  system text,
  -- How many tries of one network, or of all, a row stands for once there were too many in a minute to keep each.
  tries integer NOT NULL DEFAULT 1
);
CREATE INDEX sign_ins_at ON sign_ins (at, id);
CREATE INDEX sign_ins_user ON sign_ins (user_id, at);
CALL count_changes('sign_ins');
