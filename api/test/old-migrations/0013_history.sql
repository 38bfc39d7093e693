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
  -- Copied, not generated: what generates it is planned anew by every statement, which cost more than all the rest.
  record_name_folded text COLLATE "C",
  -- create, update, delete, import, undo. A CHECK, like a generated column, is planned anew by every statement.
  action text NOT NULL,
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

-- Called once for every table of records, and again when a column is added to it; `name_column` is what people call a
-- record by. The trigger's function is written for the table, column by column: one that compared any two rows as JSON
-- took three times as long. An entry holds the columns in which the two states differ, each with both values: a figure
-- with its percent sign, of a secret only that there is one, nothing of counters and folded twins.
-- An import, which keeps its rows itself, and a restore set kontor.history to 'off'.
CREATE PROCEDURE keep_history(table_name text, name_column text DEFAULT 'name') LANGUAGE plpgsql AS $$
DECLARE
  comparisons text;
BEGIN
  SELECT string_agg(format('
  IF %s THEN changed := changed || jsonb_build_object(%L, jsonb_build_array(%s, %s)); END IF;',
      differs, regexp_replace(name, '_hash$', ''), replace(value, '$', 'OLD'), replace(value, '$', 'NEW')), '' ORDER BY at)
    INTO comparisons
    FROM (
      SELECT attname::text AS name, attnum AS at,
        format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', attname) || CASE WHEN is_figure
          THEN format(' OR OLD.%1$I IS DISTINCT FROM NEW.%1$I', attname || '_percent') ELSE '' END AS differs,
        CASE WHEN attname ~ '(password|hash|secret|token)' THEN format('CASE WHEN $.%I IS NOT NULL THEN ''•••'' END', attname)
          WHEN is_figure THEN format('CASE WHEN $.%I THEN to_jsonb(trim_scale($.%I)::text || ''%%'') ELSE to_jsonb($.%2$I) END',
            attname || '_percent', attname)
          ELSE format('$.%I', attname) END AS value
      FROM pg_attribute AS own, LATERAL (SELECT EXISTS (SELECT FROM pg_attribute AS flag
        WHERE flag.attrelid = own.attrelid AND flag.attname = own.attname || '_percent')) AS figure(is_figure)
      WHERE attrelid = table_name::regclass AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN ('id', 'version', 'created_at', 'updated_at') AND attname !~ '_(folded|percent)$'
    ) AS columns;
  -- OLD of a new row and NEW of a deleted one hold nulls.
  EXECUTE format('CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  changed jsonb := ''{}'';
BEGIN%s
  IF changed <> ''{}'' OR TG_OP <> ''UPDATE'' THEN
    INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes) VALUES (
      TG_TABLE_NAME, coalesce(NEW.id, OLD.id), coalesce(NEW.%I, OLD.%3$I), coalesce(NEW.%I, OLD.%4$I),
      CASE TG_OP WHEN ''INSERT'' THEN ''create'' WHEN ''UPDATE'' THEN ''update'' ELSE ''delete'' END, changed);
  END IF;
  RETURN NULL;
END $body$', 'keep_history_of_' || table_name, comparisons, name_column, name_column || '_folded');
  EXECUTE format('CREATE OR REPLACE TRIGGER keep_history AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW
    WHEN (current_setting(''kontor.history'', true) IS DISTINCT FROM ''off'')
    EXECUTE FUNCTION %I()', table_name, 'keep_history_of_' || table_name);
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
