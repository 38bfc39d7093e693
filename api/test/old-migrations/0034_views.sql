-- Lists as somebody wants to see them. What a view keeps is judged by the list's declaration when it is saved, and fitted
-- to it when it is read: a column may be gone by then.
CREATE TABLE views (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list text COLLATE "C" NOT NULL,
  user_id integer NOT NULL REFERENCES users,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  is_shared boolean NOT NULL,
  -- Filters by column, search, sort, columns and size.
  state jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX views_name_taken ON views (user_id, list, name_folded);
CREATE INDEX views_shared ON views (list) WHERE is_shared;

-- Which columns of a list somebody wants, and how many rows on a page.
CREATE TABLE list_preferences (
  user_id integer NOT NULL REFERENCES users,
  list text COLLATE "C" NOT NULL,
  columns jsonb,
  size integer,
  PRIMARY KEY (user_id, list)
);
