-- What the office has chosen for everybody: one row, a column per choice, so that history tells each in words.
CREATE TABLE settings (
  id integer PRIMARY KEY CONSTRAINT settings_single CHECK (id = 1),
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  -- Plain resources that are left out of the menu, the home page, the palette and the table of rights.
  hidden_resources text[] NOT NULL DEFAULT '{}',
  -- Roles whose users must have a second factor.
  second_factor_roles text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO settings (id, name) VALUES (1, 'Kancelarija');
CALL keep_record('settings');
CALL keep_history('settings');
