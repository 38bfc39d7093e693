-- The bucket and folder in which the files lie that rows name, as the server found it at its last start; empty for a
-- disk. Whoever backs up or restores is told when it looks for them elsewhere.
CREATE TABLE file_place (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  bucket text NOT NULL
);
