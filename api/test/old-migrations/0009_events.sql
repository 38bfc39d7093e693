-- Small hints for the people who are signed in, kept a day so that a stream can be taken up where it broke off.
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whom it concerns; null is everybody on the staff.
  user_id integer REFERENCES users ON DELETE CASCADE,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX events_reader ON events (user_id, id);

-- Whoever adds an event waits until those before have committed, so that ids are in the order of commits and nobody who
-- has read one id can miss a lower one that comes late.
CREATE FUNCTION order_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('events'));
  RETURN NULL;
END $$;
CREATE TRIGGER order_events BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION order_events();

-- Tells every node, once the transaction has committed, that there is something to read.
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], '');
  RETURN NULL;
END $$;
CREATE TRIGGER tell_events AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION tell('events');

-- Streams that are open end with their sessions, whatever ended those.
CREATE TRIGGER tell_sessions AFTER DELETE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION tell('sessions');
CREATE TRIGGER tell_sessions AFTER UPDATE OF is_active ON users
  FOR EACH STATEMENT EXECUTE FUNCTION tell('sessions');
CREATE TRIGGER tell_sessions AFTER UPDATE OF is_active ON partners
  FOR EACH STATEMENT EXECUTE FUNCTION tell('sessions');
