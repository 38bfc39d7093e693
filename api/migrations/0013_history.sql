-- Who changed what, when, from what to what: written by triggers in the transaction of the change itself, so that no
-- statement can forget it and nothing that was rolled back is in it. Entries are added and never changed.
CREATE FUNCTION acting_user() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('kontor.acting_user', true), '')::integer
$$;

CREATE TABLE history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: the server itself. No reference: an entry outlives whoever it tells of.
  user_id integer DEFAULT acting_user(),
  table_name text NOT NULL,
  -- Null for an import, whose rows are in import_rows.
  record_id integer,
  -- What the record was called then; of an import its file.
  record_name text COLLATE kontor,
  -- Copied, not generated: a generated column is planned anew by every statement, which cost more than all the rest.
  record_name_folded text COLLATE "C",
  action text NOT NULL CHECK (action IN ('create', 'update', 'delete', 'import', 'undo')),
  -- {"price": [10, 12.5]}; of an import its counts, {"created": [null, 3]}.
  changes jsonb NOT NULL,
  import_id integer
);
CREATE INDEX history_record ON history (table_name, record_id, id);
CREATE INDEX history_user ON history (user_id, at);
CREATE INDEX history_at ON history (at, id);
CREATE INDEX history_import ON history (import_id) WHERE import_id IS NOT NULL;

-- For everybody, the owner of the database too. What a transaction adds to its own entry is no history yet.
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.xmin = pg_current_xact_id()::xid THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'history is never rewritten' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER refuse_update BEFORE UPDATE ON history FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- A value as history keeps it: a figure with its percent sign, of a secret only that there is one.
CREATE FUNCTION kept_value(record jsonb, key text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN record ->> key IS NULL THEN 'null'
    WHEN key ~ '(password|hash|secret|token)' THEN '"•••"'
    WHEN record -> (key || '_percent') = 'true' THEN to_jsonb(trim_scale((record ->> key)::numeric) || '%')
    ELSE record -> key END
$$;

-- The entry holds the columns in which the two states differ, each with both values. It is read out of the row as JSON,
-- so that a column of a later migration needs nothing; counters and folded twins are nobody's news.
CREATE FUNCTION keep_history() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
  record jsonb := coalesce(after, before);
  other jsonb := CASE WHEN TG_OP = 'UPDATE' THEN before END;
  changed jsonb;
BEGIN
  SELECT jsonb_object_agg(CASE WHEN right(key, 5) = '_hash' THEN left(key, -5) ELSE key END,
      jsonb_build_array(kept_value(before, key), kept_value(after, key)))
    INTO changed FROM jsonb_each(record)
    WHERE (value IS DISTINCT FROM coalesce(other -> key, 'null')
        OR record -> (key || '_percent') IS DISTINCT FROM other -> (key || '_percent'))
      AND key NOT IN ('id', 'version', 'created_at', 'updated_at')
      AND right(key, 7) <> '_folded' AND right(key, 8) <> '_percent';
  IF changed IS NOT NULL OR TG_OP <> 'UPDATE' THEN
    INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes) VALUES (
      TG_TABLE_NAME, (record ->> 'id')::integer, record ->> TG_ARGV[0], record ->> (TG_ARGV[0] || '_folded'),
      CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
      coalesce(changed, '{}'));
  END IF;
  RETURN NULL;
END $$;

-- Called once for every table of records; `name_column` is what people call a record by. An import, which keeps its rows
-- itself, and a restore set kontor.history to 'off'.
CREATE PROCEDURE keep_history(table_name text, name_column text DEFAULT 'name') LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER keep_history AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW
    WHEN (current_setting(''kontor.history'', true) IS DISTINCT FROM ''off'')
    EXECUTE FUNCTION keep_history(%L)', table_name, name_column);
  -- The log is counted anew when one of its tables has changed.
  IF NOT EXISTS (SELECT FROM change_counters WHERE change_counters.table_name = keep_history.table_name) THEN
    CALL count_changes(table_name);
  END IF;
END $$;

-- What is linked with a record is told as one of its own fields, in the same entry when the record changed with it:
-- {"categories": [[1, 2], [2, 3]]}.
CREATE FUNCTION keep_history_of_links() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner_table text := TG_ARGV[0];
  field text := TG_ARGV[3];
  owner record;
  last record;
BEGIN
  IF current_setting('kontor.history', true) = 'off' THEN RETURN NULL; END IF;
  FOR owner IN EXECUTE format('
    SELECT changed.id, record ->> %6$L AS name, coalesce(link.ids, ''[]'') AS now,
      CASE WHEN %1$L = ''INSERT'' THEN coalesce((SELECT jsonb_agg(one) FROM jsonb_array_elements(link.ids) AS one
        WHERE NOT changed.ids @> one), ''[]'') ELSE coalesce(link.ids, ''[]'') || changed.ids END AS before
    FROM (SELECT %2$I AS id, jsonb_agg(%3$I ORDER BY %3$I) AS ids FROM rows GROUP BY 1) AS changed
    LEFT JOIN LATERAL (SELECT jsonb_agg(%3$I ORDER BY %3$I) AS ids FROM %4$I WHERE %2$I = changed.id) AS link ON true
    LEFT JOIN LATERAL (SELECT to_jsonb(%5$I) AS record FROM %5$I WHERE id = changed.id) AS owner ON true
    ORDER BY changed.id', TG_OP, TG_ARGV[1], TG_ARGV[2], TG_TABLE_NAME, owner_table, TG_ARGV[4])
  LOOP
    SELECT id, changes, xmin = pg_current_xact_id()::xid AS own INTO last
      FROM history WHERE history.table_name = owner_table AND record_id = owner.id ORDER BY id DESC LIMIT 1;
    IF last.own THEN
      UPDATE history SET changes = changes || jsonb_build_object(field,
        jsonb_build_array(coalesce(last.changes -> field -> 0, owner.before), owner.now)) WHERE id = last.id;
    ELSE
      INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
      VALUES (owner_table, owner.id, owner.name, fold(owner.name), 'update', jsonb_build_object(field, jsonb_build_array(owner.before, owner.now)));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Called once for every table that only links records: its table, the owner's, the column that names the owner, the one
-- that names what is linked, and what the owner calls the field.
CREATE PROCEDURE keep_history_of_links(
  table_name text, owner text, owner_column text, linked_column text, field text, owner_name text DEFAULT 'name'
) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER keep_history_of_new AFTER INSERT ON %I REFERENCING NEW TABLE AS rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_history_of_links(%L, %L, %L, %L, %L)',
    table_name, owner, owner_column, linked_column, field, owner_name);
  EXECUTE format('CREATE TRIGGER keep_history_of_old AFTER DELETE ON %I REFERENCING OLD TABLE AS rows
    FOR EACH STATEMENT EXECUTE FUNCTION keep_history_of_links(%L, %L, %L, %L, %L)',
    table_name, owner, owner_column, linked_column, field, owner_name);
  IF NOT EXISTS (SELECT FROM change_counters
    WHERE change_counters.table_name = keep_history_of_links.table_name) THEN
    CALL count_changes(table_name);
  END IF;
END $$;

CALL count_changes('imports');
CALL keep_history('users');
CALL keep_history('countries');
CALL keep_history('cities');
CALL keep_history('categories');
CALL keep_history('partners');
CALL keep_history_of_links('partner_categories', 'partners', 'partner_id', 'category_id', 'categories');
CALL keep_history('products');
CALL keep_history('stores');
CALL keep_history('store_contacts', 'phone');
CALL keep_history('sliders');
CALL keep_history_of_links('slider_categories', 'sliders', 'slider_id', 'category_id', 'categories');
CALL keep_history_of_links('slider_dates', 'sliders', 'slider_id', 'day', 'available_dates');
CALL keep_history('notifications', 'subject');
CALL keep_history_of_links('notification_categories', 'notifications', 'notification_id', 'category_id', 'categories', 'subject');
CALL keep_history('customer_support', 'message_content');

-- An import is one entry that opens into its rows: the values that it wrote, beside those that stood there before.
-- Imports of older versions did not keep them.
ALTER TABLE import_rows ADD COLUMN after jsonb;
CREATE INDEX import_rows_record ON import_rows (record_id);
INSERT INTO history (at, user_id, table_name, record_name, record_name_folded, action, changes, import_id)
SELECT at, user_id, kind, file_name, fold(file_name), action,
  jsonb_build_object('created', jsonb_build_array(NULL, created), 'updated', jsonb_build_array(NULL, updated)), id
FROM (
  SELECT created_at AS at, user_id, kind, file_name, 'import' AS action, created, updated, id FROM imports
  UNION ALL
  SELECT undone_at, NULL, kind, file_name, 'undo', created, updated, id FROM imports WHERE undone_at IS NOT NULL
) AS past ORDER BY at;
