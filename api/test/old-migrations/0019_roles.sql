-- What a role may do beyond its default rights, and what of those it may not: the defaults themselves are in
-- contract/src/rights.ts, so that an area which is added later has its rights without a line here. A role that nobody
-- has changed has no row; the Direktor's has none, ever.
CREATE TABLE roles (
  id integer PRIMARY KEY,
  role text NOT NULL CONSTRAINT roles_role UNIQUE
    CONSTRAINT roles_unlimited CHECK (role IN ('user_manager', 'user_engineer', 'user_financier')),
  name text COLLATE kontor NOT NULL,
  given text[] NOT NULL DEFAULT '{}',
  taken text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL keep_record('roles');

-- An entry tells what was given and what was taken away, not two whole lists.
CREATE FUNCTION keep_history_of_roles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  more text[];
  less text[];
BEGIN
  SELECT array_agg(one ORDER BY one) INTO more FROM (
    SELECT unnest(NEW.given) AS one EXCEPT SELECT unnest(OLD.given)
    UNION (SELECT unnest(OLD.taken) EXCEPT SELECT unnest(NEW.taken))) AS given;
  SELECT array_agg(one ORDER BY one) INTO less FROM (
    SELECT unnest(NEW.taken) AS one EXCEPT SELECT unnest(OLD.taken)
    UNION (SELECT unnest(OLD.given) EXCEPT SELECT unnest(NEW.given))) AS taken;
  IF more IS NOT NULL OR less IS NOT NULL THEN
    INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
    VALUES ('roles', NEW.id, NEW.name, fold(NEW.name), 'update', jsonb_strip_nulls(jsonb_build_object(
      'given', CASE WHEN more IS NOT NULL THEN jsonb_build_array(NULL, more) END,
      'taken', CASE WHEN less IS NOT NULL THEN jsonb_build_array(NULL, less) END)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_history AFTER INSERT OR UPDATE ON roles FOR EACH ROW
  WHEN (current_setting('kontor.history', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION keep_history_of_roles();

-- Whoever is given no role gets the least.
ALTER TABLE users ALTER COLUMN role SET DEFAULT 'user_engineer';

-- Streams that are open learn at once what their people may hear.
CREATE TRIGGER tell_sessions AFTER INSERT OR UPDATE OR DELETE ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION tell('sessions');
CREATE TRIGGER tell_sessions_of_role AFTER UPDATE OF role ON users
  FOR EACH STATEMENT EXECUTE FUNCTION tell('sessions');

-- Which right the staff must have to be told; null where a user or the partners are told.
ALTER TABLE events ADD COLUMN needs text;

-- There is always a Direktor who can sign in: nobody else is sure to be allowed to make one.
CREATE OR REPLACE FUNCTION users_last_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('staff users'));
  IF NOT EXISTS (SELECT FROM users WHERE is_active AND partner_id IS NULL AND role = 'user_admin') THEN
    PERFORM break_rule('users_last_staff');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER users_last_staff AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.is_active AND OLD.partner_id IS NULL AND OLD.role = 'user_admin'
    AND NOT (NEW.is_active AND NEW.partner_id IS NULL AND NEW.role = 'user_admin'))
  EXECUTE FUNCTION users_last_staff();
CREATE OR REPLACE TRIGGER users_last_staff_gone AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.is_active AND OLD.partner_id IS NULL AND OLD.role = 'user_admin')
  EXECUTE FUNCTION users_last_staff();
