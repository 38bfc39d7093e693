-- Rules between records, kept for whoever writes: a form, a toggle, an import, what takes an import back. What is in use
-- stays active, and nothing comes to use what is not. The two sides of a rule cannot pass one another: whoever comes to
-- use a record holds it FOR SHARE, and whoever deactivates one has changed it before looking for what uses it.
-- Only a change is judged, so that old data which breaks a rule stops neither a start nor another edit.
-- What a broken rule means to a person is said by name in the rooms' table.ts. A restore sets kontor.rules to 'off'.
CREATE FUNCTION break_rule(rule text, detail jsonb DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.rules', true) = 'off' THEN RETURN; END IF;
  RAISE EXCEPTION '%', rule USING ERRCODE = 'check_violation', CONSTRAINT = rule, DETAIL = coalesce(detail::text, '');
END $$;

-- What is in use stays active: `users` is a query of the id and name of what uses NEW, records of `used_by`.
-- Rule: <table>_in_use; it tells the first five of them and how many there are.
CREATE PROCEDURE keep_while_used(table_name text, used_by text, users text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  found jsonb;
BEGIN
  SELECT jsonb_build_object(''table'', %3$L, ''count'', count(*), ''records'',
      jsonb_agg(jsonb_build_object(''id'', id, ''name'', name) ORDER BY id) FILTER (WHERE place <= 5)) INTO found
    FROM (SELECT id, name, row_number() OVER (ORDER BY id) AS place FROM (%4$s) AS users) AS users;
  IF (found ->> ''count'')::int > 0 THEN PERFORM break_rule(%5$L, found); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW
  WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION %1$I()',
    table_name || '_in_use_by_' || used_by, table_name, used_by, users, table_name || '_in_use');
END $$;

-- What a record refers to is active when the record comes to it, or comes back. Rule: <table>_<reference>_inactive.
CREATE PROCEDURE refer_to_active(
  table_name text, reference text, referred text, comes_back text DEFAULT 'NEW.is_active AND NOT OLD.is_active'
) LANGUAGE plpgsql AS $$
DECLARE
  rule text := format('%s_%s_inactive', table_name, regexp_replace(reference, '_id$', ''));
BEGIN
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  active boolean; -- stays null when there is no such record, which the foreign key says
BEGIN
  SELECT is_active INTO active FROM %3$I WHERE id = NEW.%4$I FOR SHARE;
  IF NOT active THEN PERFORM break_rule(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %5$I AFTER INSERT ON %2$I FOR EACH ROW WHEN (NEW.is_active AND NEW.%4$I IS NOT NULL)
  EXECUTE FUNCTION %1$I();
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW
  WHEN (NEW.%4$I IS NOT NULL AND (NEW.%4$I IS DISTINCT FROM OLD.%4$I OR %6$s)) EXECUTE FUNCTION %1$I()',
    rule, table_name, referred, reference, rule || '_new', comes_back);
END $$;

-- Categories are active when they are given to a record, a statement's in one order; those that it has may become
-- inactive, but one of them is active when it comes back. Rules: <links>_category_inactive, <owner>_categories_inactive.
CREATE PROCEDURE categorise(
  owner text, links text, owner_id text, comes_back text DEFAULT 'NEW.is_active AND NOT OLD.is_active'
) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  -- Judged outside of the locking query: a condition inside could pass over a row that is just being deactivated.
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM categories
    WHERE id = ANY (ARRAY(SELECT DISTINCT category_id FROM added)) ORDER BY id FOR SHARE) AS held)
  THEN PERFORM break_rule(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER INSERT ON %2$I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %1$I()',
    links || '_category_inactive', links);
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF NOT (SELECT bool_or(is_active) FROM (SELECT is_active FROM categories
    WHERE id IN (SELECT category_id FROM %3$I WHERE %4$I = NEW.id) ORDER BY id FOR SHARE) AS held)
  THEN PERFORM break_rule(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW WHEN (%5$s) EXECUTE FUNCTION %1$I()',
    owner || '_categories_inactive', owner, links, owner_id, comes_back);
  CALL keep_while_used('categories', owner, format(
    'SELECT id, name FROM %I JOIN %I ON %I = id WHERE category_id = NEW.id AND is_active', owner, links, owner_id));
END $$;

CALL refer_to_active('cities', 'country_id', 'countries');
CALL keep_while_used('countries', 'cities', 'SELECT id, name FROM cities WHERE country_id = NEW.id AND is_active');
CALL refer_to_active('partners', 'city_id', 'cities');
CALL keep_while_used('cities', 'partners', 'SELECT id, name FROM partners WHERE city_id = NEW.id AND is_active');
CALL refer_to_active('stores', 'city_id', 'cities');
CALL keep_while_used('cities', 'stores', 'SELECT id, name FROM stores WHERE city_id = NEW.id AND is_active');
CALL categorise('partners', 'partner_categories', 'partner_id');

-- A slider comes back when it is reactivated or shown. A hidden one does not hold its product, but its categories.
CALL refer_to_active('sliders', 'product_id', 'products',
  'NEW.is_active AND (NOT OLD.is_active OR NEW.is_visible AND NOT OLD.is_visible)');
CALL keep_while_used('products', 'sliders',
  'SELECT id, name FROM sliders WHERE product_id = NEW.id AND is_active AND is_visible');
CALL categorise('sliders', 'slider_categories', 'slider_id',
  'NEW.is_active AND (NOT OLD.is_active OR NEW.is_visible AND NOT OLD.is_visible)');

-- The type stays once partners have signed up or ordered. Who does holds the slider FOR SHARE.
CREATE FUNCTION sliders_type_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM slider_registrations WHERE slider_id = NEW.id)
    OR EXISTS (SELECT FROM slider_orders WHERE slider_id = NEW.id) THEN PERFORM break_rule('sliders_type_used'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sliders_type_used AFTER UPDATE ON sliders FOR EACH ROW
  WHEN (NEW.type <> OLD.type) EXECUTE FUNCTION sliders_type_used();

-- Somebody of the staff can always sign in. Two who deactivate each other are two records: one waits for the other here.
CREATE FUNCTION users_last_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('staff users'));
  IF NOT EXISTS (SELECT FROM users WHERE is_active AND partner_id IS NULL) THEN
    PERFORM break_rule('users_last_staff');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_last_staff AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.is_active AND OLD.partner_id IS NULL AND NOT (NEW.is_active AND NEW.partner_id IS NULL))
  EXECUTE FUNCTION users_last_staff();
CREATE TRIGGER users_last_staff_gone AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.is_active AND OLD.partner_id IS NULL) EXECUTE FUNCTION users_last_staff();

-- A support message keeps the date on which it was written, whatever becomes of it.
CREATE FUNCTION new_version_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER new_version BEFORE UPDATE ON customer_support
  FOR EACH ROW EXECUTE FUNCTION new_version_of_message();
