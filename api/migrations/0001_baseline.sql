-- The whole schema. First what all tables share: functions on text and moments, and the procedures that give a table
-- its versions, its history, its rules, its tree or its sums. Then feature by feature: tables, indexes, triggers, first
-- rows.
--
-- The collation `kontor` (the Montenegrin alphabet) is made before the migrations: api/src/lib/database/collation.ts.
--
-- The order of a table's columns is part of a backup, whose checksums are of whole rows: new columns go to the end.
--
-- Settings that a transaction may have:
--   kontor.acting_user = <id>   whose call it is
--   kontor.history = off        no entries in the history: an import, which has rows of its own, and a restore
--   kontor.rules = off          no rules between records: an undo and a restore, which put back what stood there before
--   kontor.sums = off           no sums and no webhooks: a restore, which brings the sums along
--   kontor.undo = on            an undo

-- ===== Text ========================================================================================================

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Text as it is searched: small letters without marks, Cyrillic as Latin. Made from the table in
-- contract/src/lib/text/fold.ts; a test compares the two.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
  -- Plain ASCII needs lower() in the C collation alone, our own letters little more; the whole table costs ten times that.
  SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value COLLATE "C")
    WHEN octet_length(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj')) = length(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj')) THEN lower(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj') COLLATE "C")
    ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(translate(lower(value COLLATE "C"), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄǎǍǟǞǡǠǻǺȁȀȃȂȧȦạẠảẢấẤầẦẩẨẫẪậẬắẮằẰẳẲẵẴặẶаАḃḂḅḄḇḆбБçÇćĆĉĈċĊčČḉḈчЧћЋцЦďĎḋḊḍḌḏḎḑḐḓḒдДèÈéÉêÊëËēĒĕĔėĖęĘěĚȅȄȇȆȩȨẹẸẻẺẽẼếẾềỀểỂễỄệỆеЕёЁэЭєЄḟḞфФĝĜğĞġĠģĢǧǦǵǴḡḠгГґҐѓЃĥĤħĦȟȞḣḢḥḤḧḦḩḨḫḪхХİìÌíÍîÎïÏĩĨīĪĭĬįĮıǐǏȉȈȋȊḭḬḯḮỉỈịỊиИіІїЇйЙĵĴǰјЈķĶǩǨḱḰḳḲḵḴкКќЌĺĹļĻľĽŀĿłŁḷḶḹḸḻḺḽḼлЛḿḾṁṀṃṂмМñÑńŃņŅňŇŉǹǸṅṄṇṆṉṈṋṊнНòÒóÓôÔõÕöÖøØōŌŏŎőŐơƠǒǑǫǪǭǬǿǾȍȌȏȎȫȪȭȬȯȮȱȰọỌỏỎốỐồỒổỔỗỖộỘớỚờỜởỞỡỠợỢоОṕṔṗṖпПŕŔŗŖřŘȑȐȓȒṙṘṛṚṝṜṟṞрРśŚŝŜşŞšŠșȘſṡṠṣṢṥṤṧṦṩṨсСшШţŢťŤŧŦțȚṫṪṭṬṯṮṱṰẗтТùÙúÚûÛüÜũŨūŪŭŬůŮűŰųŲưƯǔǓǖǕǘǗǚǙǜǛȕȔȗȖụỤủỦứỨừỪửỬữỮựỰуУўЎṽṼṿṾвВŵŴẁẀẃẂẅẄẇẆẉẈẋẊẍẌýÝÿŸŷŶȳȲẏẎẙỳỲỵỴỷỶỹỸыЫźŹżŻžŽẑẐẓẒẕẔжЖзЗ̴̵̶̷̸̡̢̧̨̛̖̗̘̙̜̝̞̟̠̣̤̥̦̩̪̫̬̭̮̯̰̱̲̳̹̺̻̼͇͈͉͍͎̀́̂̃̄̅̆̇̈̉̊̋̌̍̎̏̐̑̒̓̔̽̾̿̀́͂̓̈́͆͊͋͌̕̚ͅ͏͓͔͕͖͙͚͐͑͒͗͛ͣͤͥͦͧͨͩͪͫͬͭͮͯ͘͜͟͢͝͞͠͡', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbccccccccccccccccccddddddddddddddeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeffffgggggggggggggggggggghhhhhhhhhhhhhhhhhhiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiijjjjjkkkkkkkkkkkkkkllllllllllllllllllllmmmmmmmmnnnnnnnnnnnnnnnnnnnnnoooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooopppppprrrrrrrrrrrrrrrrrrrrssssssssssssssssssssssssstttttttttttttttttttuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuvvvvvvwwwwwwwwwwwwxxxxyyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzzzzzzz'), 'ǅ', 'dz'), 'ǈ', 'lj'), 'ǋ', 'nj'), 'ẞ', 'ss'), 'đ', 'dj'), 'Đ', 'dj'), 'ђ', 'dj'), 'Ђ', 'dj'), 'љ', 'lj'), 'Љ', 'lj'), 'њ', 'nj'), 'Њ', 'nj'), 'џ', 'dz'), 'Џ', 'dz'), 'ǆ', 'dz'), 'Ǆ', 'dz'), 'ǉ', 'lj'), 'Ǉ', 'lj'), 'ǌ', 'nj'), 'Ǌ', 'nj'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'), 'щ', 'sc'), 'Щ', 'sc'), 'ю', 'ju'), 'Ю', 'ju'), 'я', 'ja'), 'Я', 'ja') END
$fold$;

-- The beginnings of a folded text at every place of each of its words, six letters of each: every word that the text
-- contains is the beginning of one of them, however short it is. A longer word is asked for by several. People type
-- both d and dj, so dj is d here. api/src/lib/lists/search.ts makes the questions; a test compares the two. It costs much
-- more than to read the text, so it is used only where an index has it.
CREATE FUNCTION word_parts(value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100
AS $$
DECLARE
  word text;
  parts text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(value, ' ') LOOP
    FOR place IN 1..length(word) LOOP
      parts := parts || CASE WHEN strpos(word, 'dj') = 0 THEN substr(word, place, 6)
        ELSE left(replace(substr(word, place, 12), 'dj', 'd'), 6) END;
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(parts);
END $$;

-- Plates and numbers of accounts as they are compared: without blanks and invisible characters, wide letters as
-- ordinary ones, one hyphen for all. fold(compact(value)) is foldSolid() of the contract; a test compares the two.
CREATE FUNCTION compact(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $compact$
  SELECT regexp_replace(regexp_replace(
    translate(value COLLATE "C", '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～', '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
    '[\u0009-\u000d\u0020\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[\u2010-\u2015\u2212\ufe58\ufe63]', '-', 'g')
$compact$;

-- ===== Days and moments ============================================================================================

-- Today in the office.
CREATE FUNCTION office_day() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (now() AT TIME ZONE 'Europe/Podgorica')::date
$$;

-- Now, by the database's clock, for whatever begins and ends at a moment.
CREATE FUNCTION office_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() $$;

-- ===== Versions, and counts of changes =============================================================================

-- A counter per table, raised by every statement that changes the table, in the same transaction: a total that was
-- counted once is good until its counter moves. It has 32 slots, so that writers at the same time seldom wait for one
-- another.
CREATE TABLE change_counters (
  table_name text NOT NULL,
  slot smallint NOT NULL,
  changes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (table_name, slot)
) WITH (fillfactor = 50);

CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE change_counters SET changes = changes + 1
    WHERE table_name = TG_TABLE_NAME AND slot = pg_backend_pid() % 32;
  RETURN NULL;
END $$;

-- For every table that a list reads.
CREATE PROCEDURE count_changes(table_name text) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_counters (table_name, slot) SELECT count_changes.table_name, generate_series(0, 31);
  EXECUTE format('CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION count_change()', table_name);
END $$;

-- Every change of a record makes it a new version, whatever statement made it.
CREATE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;

-- Its trigger, made again by audit_table() when a column is added. What follows from other changes is no new version, for
-- no form is out of date because of it: the way to a node of a tree, and columns whose comment says 'unversioned'.
CREATE PROCEDURE create_version_trigger(table_name text) LANGUAGE plpgsql AS $$
DECLARE
  versioned text;
BEGIN
  SELECT CASE WHEN bool_or(is_unversioned)
      THEN 'OF ' || string_agg(quote_ident(attname), ', ' ORDER BY attnum) FILTER (WHERE NOT is_unversioned) ELSE '' END
    INTO versioned
    FROM pg_attribute, LATERAL (SELECT attname = 'ancestors'
      OR coalesce(col_description(attrelid, attnum), '') ~ '\munversioned\M') AS own(is_unversioned)
    WHERE attrelid = table_name::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND attname NOT IN ('id', 'version', 'created_at', 'updated_at');
  EXECUTE format('CREATE OR REPLACE TRIGGER increment_version BEFORE UPDATE %s ON %I
    FOR EACH ROW EXECUTE FUNCTION increment_version()', versioned, table_name);
END $$;

-- For every table of records that people edit.
CREATE PROCEDURE track_versions(table_name text) LANGUAGE plpgsql AS $$
BEGIN
  CALL count_changes(table_name);
  CALL create_version_trigger(table_name);
END $$;

-- Sends a notification to every node once the transaction has committed.
CREATE FUNCTION notify_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], '');
  RETURN NULL;
END $$;

-- ===== History =====================================================================================================

-- Who changed what, when, from what to what: written by triggers in the transaction of the change itself, so that no
-- statement can leave it out and nothing that was rolled back is in it. Entries are added and never changed.
CREATE FUNCTION acting_user() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('kontor.acting_user', true), '')::integer
$$;

CREATE TABLE history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: the server itself. No reference: an entry outlives its user.
  user_id integer DEFAULT acting_user(),
  table_name text NOT NULL,
  -- Null for an import, whose rows are in import_rows.
  record_id integer,
  -- The record's name at that time; of an import its file.
  record_name text COLLATE kontor,
  -- Copied, not generated: every statement plans a generated column anew, which cost more than all the rest.
  record_name_folded text COLLATE "C",
  -- create, update, delete, import, undo, bulk, bulk_undo. No CHECK, which is planned anew like a generated column.
  action text NOT NULL,
  -- {"price": [10, 12.5]}; of an import its counts, {"created": [null, 3]}.
  changes jsonb NOT NULL,
  import_id integer
);
CREATE INDEX history_record ON history (table_name, record_id, id);
CREATE INDEX history_user ON history (user_id, at);
CREATE INDEX history_at ON history (at, id);
CREATE INDEX history_import ON history (import_id) WHERE import_id IS NOT NULL;

-- Nobody changes an entry, not even the owner of the database. A transaction may still add to an entry of its own.
CREATE FUNCTION forbid_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.xmin = pg_current_xact_id()::xid THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'history is never rewritten' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER refuse_update BEFORE UPDATE ON history FOR EACH ROW EXECUTE FUNCTION forbid_rewriting();
CREATE TRIGGER refuse_removal BEFORE DELETE OR TRUNCATE ON history
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();

-- For every table of records, and again when a column is added to it; `name_column` is what people call a record by.
-- The trigger's function is written for the table, column by column: one that compared any two rows as JSON took three
-- times as long. An entry has the columns that differ, each with both values: a figure with its percent sign, of a
-- secret only that there is one. Counters, folded columns, the way to a node of a tree, which follows from its parent,
-- and columns whose comment says 'unaudited' are left out.
CREATE PROCEDURE audit_table(table_name text, name_column text DEFAULT 'name') LANGUAGE plpgsql AS $$
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
        AND attname NOT IN ('id', 'version', 'created_at', 'updated_at') AND attname !~ '(_(folded|percent|version)|^ancestors)$'
        AND coalesce(col_description(attrelid, attnum), '') !~ '\munaudited\M'
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
END $body$', 'audit_' || table_name, comparisons, name_column, name_column || '_folded');
  EXECUTE format('CREATE OR REPLACE TRIGGER audit_table AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW
    WHEN (current_setting(''kontor.history'', true) IS DISTINCT FROM ''off'')
    EXECUTE FUNCTION %I()', table_name, 'audit_' || table_name);
  -- The log is counted anew when one of its tables has changed.
  IF NOT EXISTS (SELECT FROM change_counters WHERE change_counters.table_name = audit_table.table_name) THEN
    CALL count_changes(table_name);
  END IF;
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = table_name::regclass AND tgfoid = 'increment_version'::regproc) THEN
    CALL create_version_trigger(table_name);
  END IF;
END $$;

-- Links of a record are a field of the record, in the same entry when the record changed with them:
-- {"categories": [[1, 2], [2, 3]]}.
CREATE FUNCTION audit_links() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- For every table that only links records: the table, the owner's table, the column that names the owner, the column
-- that names what is linked, and the name of the field.
CREATE PROCEDURE audit_links(
  table_name text, owner text, owner_column text, linked_column text, field text, owner_name text DEFAULT 'name'
) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER audit_new AFTER INSERT ON %I REFERENCING NEW TABLE AS rows
    FOR EACH STATEMENT EXECUTE FUNCTION audit_links(%L, %L, %L, %L, %L)',
    table_name, owner, owner_column, linked_column, field, owner_name);
  EXECUTE format('CREATE TRIGGER audit_old AFTER DELETE ON %I REFERENCING OLD TABLE AS rows
    FOR EACH STATEMENT EXECUTE FUNCTION audit_links(%L, %L, %L, %L, %L)',
    table_name, owner, owner_column, linked_column, field, owner_name);
  IF NOT EXISTS (SELECT FROM change_counters
    WHERE change_counters.table_name = audit_links.table_name) THEN
    CALL count_changes(table_name);
  END IF;
END $$;

-- For tables of lines, such as orders. An entry has the names of the line's owner and of what it links, so that it can
-- be read by itself; its record_id is the owner's, so that everything about the owner is found by it. One statement
-- writes the entries of all its lines, for a save may have twenty thousand. The folded name is put together from folded
-- names: the dot between them would send fold() through its whole table, 115 µs for each line in place of 6.
CREATE PROCEDURE audit_lines(table_name text, owner_column text, VARIADIC named_columns text[])
LANGUAGE plpgsql AS $$
DECLARE
  names text;
  folded text;
  changes text;
  op text;
BEGIN
  SELECT string_agg(format('(SELECT name FROM %I WHERE id = coalesce(now.%2$I, before.%2$I))',
      regexp_replace(one, '_id$', 's'), one), ', ' ORDER BY at) INTO names
    FROM unnest(owner_column || named_columns) WITH ORDINALITY AS named(one, at);
  folded := replace(names, 'SELECT name FROM', 'SELECT name_folded FROM');
  SELECT string_agg(format('%L, CASE WHEN %s THEN jsonb_build_array(%s, %s) END', name, differs,
      replace(value, '$', 'before'), replace(value, '$', 'now')), ', ' ORDER BY at) INTO changes
    FROM (
      SELECT attname::text AS name, attnum AS at,
        format('before.%1$I IS DISTINCT FROM now.%1$I', attname) || CASE WHEN is_figure
          THEN format(' OR before.%1$I IS DISTINCT FROM now.%1$I', attname || '_percent') ELSE '' END AS differs,
        CASE WHEN is_figure
          THEN format('CASE WHEN $.%I THEN to_jsonb(trim_scale($.%I)::text || ''%%'') ELSE to_jsonb($.%2$I) END',
            attname || '_percent', attname)
          ELSE format('$.%I', attname) END AS value
      FROM pg_attribute AS own, LATERAL (SELECT EXISTS (SELECT FROM pg_attribute AS flag
        WHERE flag.attrelid = own.attrelid AND flag.attname = own.attname || '_percent')) AS figure(is_figure)
      WHERE attrelid = table_name::regclass AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN ('id', 'version', 'created_at', 'updated_at') AND attname !~ '_percent$'
    ) AS columns;
  FOREACH op IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
    EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
  SELECT TG_TABLE_NAME, coalesce(now.%2$I, before.%2$I), named, folded, %3$L, changed
  FROM %4$s CROSS JOIN LATERAL (SELECT concat_ws('' · '', %5$s) AS named, concat_ws('' · '', %7$s) AS folded
    OFFSET 0) AS names -- looked up once
  CROSS JOIN LATERAL (SELECT jsonb_strip_nulls(jsonb_build_object(%6$s)) AS changed) AS changes
  WHERE %3$L <> ''update'' OR changed <> ''{}'';
  RETURN NULL;
END $body$',
      'audit_' || table_name || '_' || lower(op), owner_column,
      CASE op WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
      CASE op WHEN 'INSERT' THEN format('after AS now LEFT JOIN %I AS before ON false', table_name)
        WHEN 'UPDATE' THEN 'before JOIN after AS now USING (id)'
        ELSE format('before LEFT JOIN %I AS now ON false', table_name) END,
      names, changes, folded);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT
      WHEN (current_setting(''kontor.history'', true) IS DISTINCT FROM ''off'') EXECUTE FUNCTION %I()',
      CASE op WHEN 'INSERT' THEN 'audit_new' WHEN 'UPDATE' THEN 'audit_table' ELSE 'audit_old' END,
      op, table_name,
      CASE op WHEN 'INSERT' THEN 'NEW TABLE AS after' WHEN 'UPDATE' THEN 'OLD TABLE AS before NEW TABLE AS after'
        ELSE 'OLD TABLE AS before' END,
      'audit_' || table_name || '_' || lower(op));
  END LOOP;
END $$;

-- ===== Rules between records =======================================================================================

-- They hold for whoever writes: a form, a toggle, an import, an undo. What is in use stays active, and nothing comes to
-- use what is inactive. The two sides cannot pass one another: whoever comes to use a record locks it FOR SHARE, and
-- whoever deactivates a record changes it before the search for what uses it. Only a change is judged, so that old data
-- which breaks a rule stops neither a start nor another edit. The sentences for people are in the features' table.ts.
CREATE FUNCTION raise_rule_violation(rule text, detail jsonb DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.rules', true) = 'off' THEN RETURN; END IF;
  RAISE EXCEPTION '%', rule USING ERRCODE = 'check_violation', CONSTRAINT = rule, DETAIL = coalesce(detail::text, '');
END $$;

-- What is in use stays active: `users` is a query for the id and name of what uses NEW, records of `used_by`.
-- Rule: <table>_in_use; its detail has the first five of them and their number.
CREATE PROCEDURE restrict_deactivation(table_name text, used_by text, users text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  found jsonb;
BEGIN
  SELECT jsonb_build_object(''table'', %3$L, ''count'', count(*), ''records'',
      jsonb_agg(jsonb_build_object(''id'', id, ''name'', name) ORDER BY id) FILTER (WHERE place <= 5)) INTO found
    FROM (SELECT id, name, row_number() OVER (ORDER BY id) AS place FROM (%4$s) AS users) AS users;
  IF (found ->> ''count'')::int > 0 THEN PERFORM raise_rule_violation(%5$L, found); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW
  WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION %1$I()',
    table_name || '_in_use_by_' || used_by, table_name, used_by, users, table_name || '_in_use');
END $$;

-- What a record refers to is active when the record comes to it, or comes back. Rule: <table>_<reference>_inactive.
CREATE PROCEDURE require_active_reference(
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
  IF NOT active THEN PERFORM raise_rule_violation(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %5$I AFTER INSERT ON %2$I FOR EACH ROW WHEN (NEW.is_active AND NEW.%4$I IS NOT NULL)
  EXECUTE FUNCTION %1$I();
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW
  WHEN (NEW.%4$I IS NOT NULL AND (NEW.%4$I IS DISTINCT FROM OLD.%4$I OR %6$s)) EXECUTE FUNCTION %1$I()',
    rule, table_name, referred, reference, rule || '_new', comes_back);
END $$;

-- Categories are active when a record gets them, a statement's in one order. Categories that a record has may become
-- inactive, but one of them is active when the record comes back.
-- Rules: <links>_category_inactive, <owner>_categories_inactive.
CREATE PROCEDURE create_category_links(
  owner text, links text, owner_id text, comes_back text DEFAULT 'NEW.is_active AND NOT OLD.is_active'
) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  -- Judged outside of the locking query: a condition inside could pass over a row that is just being deactivated.
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM categories
    WHERE id = ANY (ARRAY(SELECT DISTINCT category_id FROM added)) ORDER BY id FOR SHARE) AS held)
  THEN PERFORM raise_rule_violation(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER INSERT ON %2$I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %1$I()',
    links || '_category_inactive', links);
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF NOT (SELECT bool_or(is_active) FROM (SELECT is_active FROM categories
    WHERE id IN (SELECT category_id FROM %3$I WHERE %4$I = NEW.id) ORDER BY id FOR SHARE) AS held)
  THEN PERFORM raise_rule_violation(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW WHEN (%5$s) EXECUTE FUNCTION %1$I()',
    owner || '_categories_inactive', owner, links, owner_id, comes_back);
  CALL restrict_deactivation('categories', owner, format(
    'SELECT id, name FROM %1$I JOIN %2$I ON %2$I.%3$I = id WHERE category_id = NEW.id AND is_active', owner, links, owner_id));
END $$;

-- ===== Plain records ===============================================================================================

-- A table of records: their id, these columns, what every record has, a folded column for every text that people read
-- (COLLATE kontor), and its history. `name_column` is what people call a record by.
CREATE PROCEDURE create_resource_table(table_name text, columns text, name_column text DEFAULT 'name') LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  EXECUTE format('CREATE TABLE %I (
    id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    %s,
    is_active boolean NOT NULL DEFAULT true,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now())', table_name, columns);
  FOR one IN SELECT attname AS name, attnotnull AS filled FROM pg_attribute
    WHERE attrelid = table_name::regclass AND attnum > 0 AND attcollation = (SELECT oid FROM pg_collation WHERE collname = 'kontor')
    ORDER BY attnum
  LOOP
    EXECUTE format('ALTER TABLE %I ADD %I text COLLATE "C" %s GENERATED ALWAYS AS (fold(%I)) STORED',
      table_name, one.name || '_folded', CASE WHEN one.filled THEN 'NOT NULL' END, one.name);
  END LOOP;
  CALL track_versions(table_name);
  CALL audit_table(table_name, name_column);
END $$;

-- No two records have the same text here, in whatever script; with `within`, no two records of the same owner. What is
-- empty is not compared. Rule: <table>_<column>_taken.
CREATE PROCEDURE add_unique_folded(table_name text, column_name text, within text DEFAULT NULL) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I UNIQUE (%s%I)', table_name,
    format('%s_%s_taken', table_name, column_name), quote_ident(within) || ', ', column_name || '_folded');
END $$;

-- The same for a text that compact() compares, in a table with or without records. Of those that become the same the
-- first one is left, an active one before others; the others get their id at their end, for somebody to correct. A text
-- that would have more than `longest` characters is shortened.
CREATE PROCEDURE add_compact_column(table_name text, column_name text, longest integer) LANGUAGE plpgsql AS $$
DECLARE
  folded text := column_name || '_folded';
BEGIN
  EXECUTE format('UPDATE %1$I SET %2$I = left(%2$I, $1 - length('' #'' || id)) || '' #'' || id
    WHERE length(%2$I) > $1 OR id IN (SELECT id FROM (SELECT id, row_number() OVER (
      PARTITION BY fold(compact(%2$I)) ORDER BY is_active DESC, id) AS place FROM %1$I) AS same WHERE place > 1)',
    table_name, column_name) USING longest;
  EXECUTE format('ALTER TABLE %1$I DROP COLUMN %3$I CASCADE,
    ADD %3$I text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(compact(%2$I))) STORED',
    table_name, column_name, folded);
  CALL add_unique_folded(table_name, column_name);
END $$;

-- A reference to a record that is there and active. With `names`, the column by which people know the record that
-- refers, what it refers to also stays active. Rules: <table>_<reference>_missing and _inactive.
CREATE PROCEDURE add_reference(table_name text, reference text, referred text, names text DEFAULT NULL) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (%I) REFERENCES %I', table_name,
    format('%s_%s_missing', table_name, regexp_replace(reference, '_id$', '')), reference, referred);
  EXECUTE format('CREATE INDEX %I ON %I (%I)', table_name || '_' || reference, table_name, reference);
  CALL require_active_reference(table_name, reference, referred);
  IF names IS NOT NULL THEN
    CALL restrict_deactivation(referred, table_name,
      format('SELECT id, %I AS name FROM %I WHERE %I = NEW.id AND is_active', names, table_name, reference));
  END IF;
END $$;

-- ===== Trees =======================================================================================================

-- A node names its parent; `ancestors` is the way to it from the root, so that one row says its branch, its depth and
-- what is above it. A deleted node stays for 30 days with is_active = false and takes what is under it along: see
-- isAlive() in api/src/lib/tree. Whoever adds, moves, deletes or restores locks the whole tree until the transaction
-- ends, so that two moves never make a cycle and nothing is added under a node that goes.
CREATE FUNCTION lock_tree(table_name text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext('tree ' || table_name))
$$;

-- Rules: <table>_cycle, <table>_depth, <table>_parent_item, <table>_parent_missing (also for a deleted parent).
CREATE PROCEDURE create_tree(table_name text, parent_column text) LANGUAGE plpgsql AS $$
BEGIN
  CALL track_versions(table_name);
  EXECUTE format('CREATE INDEX %I ON %I USING gin (ancestors)', table_name || '_by_ancestors', table_name);
  EXECUTE format('CREATE INDEX %I ON %I (%I)', table_name || '_by_parent', table_name, parent_column);
  EXECUTE format('CREATE INDEX %I ON %I (deleted_at) WHERE NOT is_active', table_name || '_deleted', table_name);
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  PERFORM lock_tree(TG_TABLE_NAME); -- before any row is locked
  RETURN NULL;
END $body$;
CREATE TRIGGER lock_tree_new BEFORE INSERT ON %2$I FOR EACH STATEMENT EXECUTE FUNCTION %1$I();
CREATE TRIGGER lock_tree BEFORE UPDATE OF %3$I, is_active ON %2$I FOR EACH STATEMENT EXECUTE FUNCTION %1$I()',
    'lock_' || table_name, table_name, parent_column);
  -- Its plans are made for a small table and kept while thousands of rows come.
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $body$
DECLARE
  above record;
  below integer := 0; -- how many levels move along
BEGIN
  IF current_setting(''kontor.rules'', true) = ''off'' THEN RETURN NEW; END IF; -- a restore puts back what stood there
  IF NEW.%3$I IS NULL THEN
    NEW.ancestors := ''{}'';
  ELSE
    SELECT ancestors || id AS way, is_item, is_active AND NOT EXISTS (SELECT FROM %2$I AS gone
        WHERE gone.id = ANY (node.ancestors) AND NOT gone.is_active) AS lives INTO above
      FROM %2$I AS node WHERE id = NEW.%3$I;
    IF NEW.id = NEW.%3$I OR NEW.id = ANY (above.way) THEN PERFORM raise_rule_violation(%4$L); END IF;
    IF above.lives IS NOT TRUE THEN PERFORM raise_rule_violation(%5$L); END IF;
    IF above.is_item THEN PERFORM raise_rule_violation(%6$L); END IF;
    NEW.ancestors := above.way;
  END IF;
  IF TG_OP = ''UPDATE'' THEN
    SELECT coalesce(max(cardinality(ancestors)) - cardinality(OLD.ancestors), 0) INTO below
      FROM %2$I WHERE ancestors @> ARRAY[NEW.id];
  END IF;
  IF cardinality(NEW.ancestors) + 1 + below > 32 THEN PERFORM raise_rule_violation(%7$L); END IF;
  RETURN NEW;
END $body$;
CREATE TRIGGER set_ancestors_new BEFORE INSERT ON %2$I FOR EACH ROW EXECUTE FUNCTION %1$I();
CREATE TRIGGER set_ancestors BEFORE UPDATE ON %2$I FOR EACH ROW
  WHEN (NEW.%3$I IS DISTINCT FROM OLD.%3$I) EXECUTE FUNCTION %1$I()',
    'set_ancestors_of_' || table_name, table_name, parent_column,
    table_name || '_cycle', table_name || '_parent_missing', table_name || '_parent_item', table_name || '_depth');
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  UPDATE %2$I SET ancestors = NEW.ancestors || ancestors[cardinality(OLD.ancestors) + 1:]
    WHERE ancestors @> ARRAY[NEW.id];
  RETURN NULL;
END $body$;
CREATE TRIGGER move_branch AFTER UPDATE ON %2$I FOR EACH ROW
  WHEN (NEW.ancestors IS DISTINCT FROM OLD.ancestors AND NEW.%3$I IS DISTINCT FROM OLD.%3$I) EXECUTE FUNCTION %1$I()',
    'move_branch_of_' || table_name, table_name, parent_column);
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  NEW.deleted_at := CASE WHEN NOT NEW.is_active THEN now() END;
  RETURN NEW;
END $body$;
CREATE TRIGGER set_deleted_at BEFORE UPDATE ON %2$I FOR EACH ROW
  WHEN (NEW.is_active IS DISTINCT FROM OLD.is_active
    AND current_setting(''kontor.rules'', true) IS DISTINCT FROM ''off'') EXECUTE FUNCTION %1$I()',
    'set_deleted_at_of_' || table_name, table_name);
END $$;

-- ===== Sums ========================================================================================================

-- Sums that screens read in place of the rows: what came in on a day, what was asked of a product, how far a campaign
-- is. Each statement adds a row with its difference and merges into it the rows of the same key that nobody has locked:
-- so no writer waits for another and there is no deadlock, whatever the order of writes. A key has as many rows as
-- people wrote to it at once; whoever reads adds up.
--
-- `lines` are the keys and amounts of one row of the source, in their order; `those` says which rows count.
CREATE PROCEDURE create_rollup(sums text, source text, keys text[], amounts text[], lines text, those text DEFAULT 'true')
LANGUAGE plpgsql AS $$
DECLARE
  op text;
  key_list text := array_to_string(keys, ', ');
  amount_list text := array_to_string(amounts, ', ');
  added text;
  changed text;
BEGIN
  SELECT string_agg(format('sum(%1$s) AS %1$s', one), ', '), string_agg(format('sum(%s) <> 0', one), ' OR ')
    INTO added, changed FROM unnest(amounts) AS one;
  FOREACH op IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF current_setting(''kontor.sums'', true) = ''off'' THEN RETURN NULL; END IF; -- a restore brings the sums along
  WITH lines (%2$s, %3$s) AS (%4$s),
  changed AS (SELECT %2$s, %5$s FROM lines GROUP BY %2$s HAVING %6$s),
  free AS MATERIALIZED (SELECT own.id FROM %7$I AS own JOIN changed USING (%2$s) FOR UPDATE OF own SKIP LOCKED),
  gathered AS (DELETE FROM %7$I WHERE id IN (SELECT id FROM free) RETURNING %2$s, %3$s)
  INSERT INTO %7$I (%2$s, %3$s) SELECT %2$s, %5$s
    FROM (SELECT * FROM changed UNION ALL SELECT * FROM gathered) AS rows GROUP BY %2$s HAVING %6$s;
  RETURN NULL;
END $body$',
      format('rollup_%s_of_%s_%s', sums, source, op), key_list, amount_list,
      concat_ws(' UNION ALL ',
        CASE WHEN op <> 'delete' THEN format('SELECT %s FROM after WHERE %s', replace(lines, '±', ''), those) END,
        CASE WHEN op <> 'insert' THEN format('SELECT %s FROM before WHERE %s', replace(lines, '±', '-'), those) END),
      added, changed, sums);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      format('rollup_%s_%s', sums, op), op, source,
      CASE op WHEN 'insert' THEN 'NEW TABLE AS after' WHEN 'delete' THEN 'OLD TABLE AS before'
        ELSE 'OLD TABLE AS before NEW TABLE AS after' END,
      format('rollup_%s_of_%s_%s', sums, source, op));
  END LOOP;
  EXECUTE format('WITH lines (%1$s, %2$s) AS (SELECT %3$s FROM %4$I WHERE %5$s)
    INSERT INTO %6$I (%1$s, %2$s) SELECT %1$s, %7$s FROM lines GROUP BY %1$s HAVING %8$s',
    key_list, amount_list, replace(lines, '±', ''), source, those, sums, added, changed);
END $$;

-- How many records there are of each kind, so that home counts nothing. `kind` says what a row of the source counts as.
CREATE TABLE record_counts (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  source text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  records bigint NOT NULL
);
CREATE INDEX record_counts_kind ON record_counts (source, kind);

-- For every table whose records home counts.
CREATE PROCEDURE create_count(source text, kind text DEFAULT 'CASE WHEN is_active THEN ''active'' ELSE ''inactive'' END')
LANGUAGE plpgsql AS $$
BEGIN
  CALL create_rollup('record_counts', source, ARRAY['source', 'kind'], ARRAY['records'], format('%L, %s, ±1', source, kind));
END $$;

-- ===== The office: its choices, its roles ==========================================================================

-- What the office has chosen for everybody: one row, a column per choice, so that the history has each by itself.
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
-- Before its triggers: the history begins with what people change.
INSERT INTO settings (id, name) VALUES (1, 'Kancelarija');
CALL track_versions('settings');
CALL audit_table('settings');

-- What a role may do beyond its default rights, and which of those it has lost. The default rights are in
-- contract/src/permissions.ts, so that a new area needs no row here. A role that nobody has changed has no row; the Direktor
-- never has one.
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
CALL track_versions('roles');

-- An entry has what was given and what was taken away, not two whole lists.
CREATE FUNCTION audit_roles() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER audit_table AFTER INSERT OR UPDATE ON roles FOR EACH ROW
  WHEN (current_setting('kontor.history', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION audit_roles();

-- The bucket in which the files are that rows name, with the folder in it, as the server found it at its last start;
-- empty for a disk. Backup and restore compare it with where they look for files.
CREATE TABLE storage_location (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  bucket text NOT NULL
);

-- ===== Places and categories =======================================================================================

CREATE TABLE countries (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  post_code text COLLATE kontor,
  post_code_folded text COLLATE "C" GENERATED ALWAYS AS (fold(post_code)) STORED,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT countries_name_taken UNIQUE (name_folded)
);
CALL track_versions('countries');
CALL audit_table('countries');
CALL create_count('countries');

CREATE TABLE cities (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  country_id integer NOT NULL CONSTRAINT cities_country_missing REFERENCES countries,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT cities_name_taken UNIQUE (country_id, name_folded)
);
CALL track_versions('cities');
CALL audit_table('cities');
CALL create_count('cities');
CALL require_active_reference('cities', 'country_id', 'countries');
CALL restrict_deactivation('countries', 'cities', 'SELECT id, name FROM cities WHERE country_id = NEW.id AND is_active');

CREATE TABLE categories (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT categories_name_taken UNIQUE (name_folded)
);
CALL track_versions('categories');
CALL audit_table('categories');
CALL create_count('categories');

-- ===== Partners ====================================================================================================

CALL create_resource_table('partner_types', 'name text COLLATE kontor NOT NULL');
CALL add_unique_folded('partner_types', 'name');

-- The id is the customer's number in the office's own books and is typed by hand.
-- A figure may be a percentage: the number is in one column and the flag in another, so that it sorts and comes back as
-- typed.
CREATE TABLE partners (
  id integer CONSTRAINT partners_id_taken PRIMARY KEY CHECK (id > 0),
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  city_id integer CONSTRAINT partners_city_missing REFERENCES cities,
  phone text,
  haynes_pro_username text,
  debt numeric(13,3) NOT NULL DEFAULT 0 CHECK (debt >= 0),
  debt_percent boolean NOT NULL DEFAULT false,
  money_circulation numeric(13,3) NOT NULL DEFAULT 0 CHECK (money_circulation >= 0),
  money_circulation_percent boolean NOT NULL DEFAULT false,
  annual_plan numeric(13,3) NOT NULL DEFAULT 0 CHECK (annual_plan >= 0),
  annual_plan_percent boolean NOT NULL DEFAULT false,
  payment numeric(13,3) NOT NULL DEFAULT 0 CHECK (payment >= 0),
  payment_percent boolean NOT NULL DEFAULT false,
  bonus numeric(13,3) NOT NULL DEFAULT 0 CHECK (bonus >= 0),
  bonus_percent boolean NOT NULL DEFAULT false,
  tool_cash numeric(13,3) NOT NULL DEFAULT 0 CHECK (tool_cash >= 0),
  tool_cash_percent boolean NOT NULL DEFAULT false,
  debit_limit numeric(13,3) NOT NULL DEFAULT 0 CHECK (debit_limit >= 0),
  debit_limit_percent boolean NOT NULL DEFAULT false,
  out_of_currency numeric(13,3) NOT NULL DEFAULT 0 CHECK (out_of_currency >= 0),
  out_of_currency_percent boolean NOT NULL DEFAULT false,
  payment_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (payment_tires >= 0),
  payment_tires_percent boolean NOT NULL DEFAULT false,
  bonus_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (bonus_tires >= 0),
  bonus_tires_percent boolean NOT NULL DEFAULT false,
  tool_cash_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (tool_cash_tires >= 0),
  tool_cash_tires_percent boolean NOT NULL DEFAULT false,
  annual_plan_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (annual_plan_tires >= 0),
  annual_plan_tires_percent boolean NOT NULL DEFAULT false,
  money_circulation_tires numeric(13,3) NOT NULL DEFAULT 0 CHECK (money_circulation_tires >= 0),
  money_circulation_tires_percent boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- All of the following is optional. What a search reads has a folded column: to fold twenty thousand at every key
  -- took a fifth of a second.
  partner_number text,
  superior_partner_id integer CONSTRAINT partners_superior_partner_missing REFERENCES partners,
  partner_type_id integer CONSTRAINT partners_partner_type_missing REFERENCES partner_types,
  sifdob text,
  code text,
  pib text,
  pdv text,
  account_number text,
  post_code text,
  country_id integer CONSTRAINT partners_country_missing REFERENCES countries,
  email text,
  authorised_person text,
  contact_person text,
  ordered_by_person text,
  pin text,
  partner_number_folded text COLLATE "C" GENERATED ALWAYS AS (fold(partner_number)) STORED,
  pib_folded text COLLATE "C" GENERATED ALWAYS AS (fold(pib)) STORED,
  email_folded text COLLATE "C" GENERATED ALWAYS AS (fold(email)) STORED
);
CALL track_versions('partners');
CALL audit_table('partners');
CALL create_count('partners');
CREATE INDEX partners_city ON partners (city_id);
CREATE INDEX partners_by_name ON partners (name, id);
CREATE INDEX partners_search ON partners USING gin (name_folded gin_trgm_ops);
-- Few partners have one of these. Those without are in no index, so that imports of thousands write nothing there.
CREATE INDEX partners_superior ON partners (superior_partner_id) WHERE superior_partner_id IS NOT NULL;
CREATE INDEX partners_type ON partners (partner_type_id) WHERE partner_type_id IS NOT NULL;
CREATE INDEX partners_country ON partners (country_id) WHERE country_id IS NOT NULL;
-- The largest debts on home: the order of largestDebts() in api/src/features/home/day/queries.ts.
CREATE INDEX partners_largest_debts ON partners (
  coalesce(debt > CASE WHEN debit_limit_percent THEN NULL ELSE nullif(debit_limit, 0) END, false) DESC,
  (CASE WHEN out_of_currency_percent THEN 0 ELSE out_of_currency END) DESC,
  (debt / CASE WHEN debit_limit_percent THEN NULL ELSE nullif(debit_limit, 0) END) DESC NULLS LAST, id)
  WHERE is_active AND debt > 0 AND NOT debt_percent;

CALL require_active_reference('partners', 'city_id', 'cities');
CALL restrict_deactivation('cities', 'partners', 'SELECT id, name FROM partners WHERE city_id = NEW.id AND is_active');
CALL require_active_reference('partners', 'country_id', 'countries');
CALL restrict_deactivation('countries', 'partners', 'SELECT id, name FROM partners WHERE country_id = NEW.id AND is_active');
CALL require_active_reference('partners', 'partner_type_id', 'partner_types');
CALL restrict_deactivation('partner_types', 'partners',
  'SELECT id, name FROM partners WHERE partner_type_id = NEW.id AND is_active');
-- The head office may leave and its branches stay: only a newly chosen superior has to be active.
CALL require_active_reference('partners', 'superior_partner_id', 'partners', 'false');

-- Nobody is above himself, by however many steps. Two who are put under one another at once wait for one another here.
CREATE FUNCTION partners_superior_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('superior partners'));
  IF EXISTS (WITH RECURSIVE above(id) AS (
      SELECT NEW.superior_partner_id
      UNION SELECT superior_partner_id FROM partners JOIN above USING (id) WHERE superior_partner_id IS NOT NULL
    ) SELECT FROM above WHERE id = NEW.id)
  THEN PERFORM raise_rule_violation('partners_superior_cycle'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER partners_superior_cycle_new AFTER INSERT ON partners FOR EACH ROW
  WHEN (NEW.superior_partner_id IS NOT NULL) EXECUTE FUNCTION partners_superior_cycle();
CREATE TRIGGER partners_superior_cycle AFTER UPDATE ON partners FOR EACH ROW
  WHEN (NEW.superior_partner_id IS NOT NULL AND NEW.superior_partner_id IS DISTINCT FROM OLD.superior_partner_id)
  EXECUTE FUNCTION partners_superior_cycle();

CREATE TABLE partner_categories (
  partner_id integer NOT NULL REFERENCES partners ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT partner_categories_category_missing REFERENCES categories,
  PRIMARY KEY (partner_id, category_id)
);
CREATE INDEX partner_categories_category ON partner_categories (category_id);
CALL count_changes('partner_categories');
CALL audit_links('partner_categories', 'partners', 'partner_id', 'category_id', 'categories');
CALL create_category_links('partners', 'partner_categories', 'partner_id');

-- ===== Users =======================================================================================================

CREATE TABLE users (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  username text COLLATE kontor NOT NULL,
  username_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(username)) STORED,
  password_hash text NOT NULL,
  -- Whoever is given no role gets the least.
  role text NOT NULL DEFAULT 'user_engineer'
    CHECK (role IN ('user_admin', 'user_manager', 'user_engineer', 'user_financier')),
  -- Whoever belongs to a partner is a partner's user and never staff.
  partner_id integer CONSTRAINT users_partner_missing REFERENCES partners,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Nobody must have an address, and no two have the same.
  email text,
  email_folded text COLLATE "C" GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED,
  -- A program that calls the API is a user, so that whatever names who did something names it. Nobody can sign in as
  -- one: its username has capitals, which no typed name keeps, and its password is the hash of none.
  is_key boolean NOT NULL DEFAULT false CHECK (NOT is_key OR partner_id IS NULL),
  CONSTRAINT users_username_taken UNIQUE (username),
  CONSTRAINT users_email_taken UNIQUE (email_folded)
);
CALL track_versions('users');
CALL audit_table('users');
CALL create_count('users',
  'CASE WHEN NOT is_active OR is_key THEN ''others'' WHEN partner_id IS NULL THEN ''staff'' ELSE ''partners'' END');
CREATE INDEX users_partner ON users (partner_id);
CREATE INDEX users_by_name ON users (name, id);
CREATE INDEX users_search ON users USING gin (name_folded gin_trgm_ops, username_folded gin_trgm_ops);

-- There is always a Direktor who can sign in: nobody else is sure to be allowed to make one, and a program cannot. Two
-- who deactivate each other are two records: one waits for the other here.
CREATE FUNCTION users_last_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('staff users'));
  IF NOT EXISTS (
    SELECT FROM users WHERE is_active AND partner_id IS NULL AND role = 'user_admin' AND NOT is_key
  ) THEN
    PERFORM raise_rule_violation('users_last_staff');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_last_staff AFTER UPDATE ON users FOR EACH ROW
  WHEN (OLD.is_active AND OLD.partner_id IS NULL AND OLD.role = 'user_admin'
    AND NOT (NEW.is_active AND NEW.partner_id IS NULL AND NEW.role = 'user_admin'))
  EXECUTE FUNCTION users_last_staff();
CREATE TRIGGER users_last_staff_gone AFTER DELETE ON users FOR EACH ROW
  WHEN (OLD.is_active AND OLD.partner_id IS NULL AND OLD.role = 'user_admin')
  EXECUTE FUNCTION users_last_staff();

-- Which columns of a list somebody wants, and how many rows on a page.
CREATE TABLE list_preferences (
  user_id integer NOT NULL REFERENCES users,
  list text COLLATE "C" NOT NULL,
  columns jsonb,
  size integer,
  PRIMARY KEY (user_id, list)
);

-- Lists as somebody wants to see them. A view is checked by the list's declaration when it is saved, and fitted to it
-- when it is read: a column may be gone by then.
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

-- What a call with an Idempotency-Key did, so that the same call again does not do it twice. Written in the call's own
-- transaction: what was answered is here, what failed is not.
CREATE TABLE idempotency_keys (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  -- SHA-256 of the call: the same key with another one is a mistake.
  request bytea NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- ----- Signing in --------------------------------------------------------------------------------------------------

CREATE TABLE sessions (
  -- Only the SHA-256 of the token: who reads this table cannot sign in with it.
  token_hash bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- By these its owner recognises it.
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  address text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Wrong passwords per counter, each with the number that it allows; in the database so that all nodes count together.
CREATE TABLE login_attempts (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  max_attempts integer NOT NULL,
  resets_at timestamptz NOT NULL
);

-- Where an account has signed in: it gets through from there while strangers guess its password. Of a device's token
-- there is only the SHA-256; several accounts may use one browser.
CREATE TABLE known_devices (
  token_hash bytea NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  network text NOT NULL,
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, user_id, network)
);
CREATE INDEX known_devices_user ON known_devices (user_id);

-- A new password is known by nobody: the places where the old one was used no longer count.
CREATE FUNCTION delete_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM known_devices WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_devices AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
  EXECUTE FUNCTION delete_devices();

-- Every attempt to sign in. The typed name is stored only when an existing user has it: people type passwords there.
-- The server alone adds rows, and they go after 90 days.
CREATE TABLE sign_ins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id integer REFERENCES users ON DELETE SET NULL,
  username text COLLATE kontor,
  username_folded text COLLATE "C",
  outcome text NOT NULL,
  -- The second factor, or what stood in place of the password.
  factor text,
  address text COLLATE "C" NOT NULL,
  browser text,
  system text,
  -- How many attempts of one network, or of all, the row stands for, when a minute had too many for a row each.
  attempts integer NOT NULL DEFAULT 1
);
CREATE INDEX sign_ins_at ON sign_ins (at, id);
CREATE INDEX sign_ins_user ON sign_ins (user_id, at);
CALL count_changes('sign_ins');

-- A link with which a user may set a new password, once: the last one alone, and only the SHA-256 of its token.
CREATE TABLE password_links (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);

-- A link was asked for by whoever had this password, this address and this place here.
CREATE FUNCTION delete_password_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM password_links WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_password_links AFTER UPDATE OF password_hash, email, is_active, partner_id ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.email IS DISTINCT FROM NEW.email
    OR OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION delete_password_links();

-- ----- The second factor -------------------------------------------------------------------------------------------

-- What proves who somebody of the staff is, in addition to the password: an app that makes codes, passkeys, and codes
-- on paper for when those are lost. The app's secret is needed as it is; it is answered once, while it is set up, and
-- is never in the history. Of a code on paper there is only the SHA-256.
CREATE TABLE totp_factors (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- The last step of 30 seconds whose code was accepted: neither it nor an earlier one is accepted again.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null until its first code has been typed: it then proves nothing yet.
  confirmed_at timestamptz,
  last_used_at timestamptz
);

CREATE TABLE passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As base64url, the way browsers write it.
  credential_id text NOT NULL CONSTRAINT passkeys_credential_taken UNIQUE,
  public_key bytea NOT NULL,
  -- How often it says it has signed; 0 where it does not count.
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE TABLE recovery_codes (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Whoever has given the right password and still needs the second factor. Good for one sign-in within minutes, while
-- the password and the factors are as they were.
CREATE TABLE sign_in_tickets (
  ticket_hash bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  password_hash text NOT NULL,
  -- What a passkey has to sign.
  challenge text NOT NULL,
  failed_attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tickets_user ON sign_in_tickets (user_id);
CREATE INDEX sign_in_tickets_expiry ON sign_in_tickets (expires_at);

-- What a new passkey has to sign, one for each session.
CREATE TABLE passkey_challenges (
  session bytea PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- In the history a factor is a part of its user: that it came or went and who did it, never what it is.
CREATE FUNCTION audit_factor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  had jsonb;
  has jsonb;
BEGIN
  IF TG_TABLE_NAME = 'passkeys' THEN
    had := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) -> 'name' ELSE 'null' END;
    has := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) -> 'name' ELSE 'null' END;
  ELSE
    had := to_jsonb(TG_OP <> 'INSERT' AND OLD.confirmed_at IS NOT NULL);
    has := to_jsonb(TG_OP <> 'DELETE' AND NEW.confirmed_at IS NOT NULL);
  END IF;
  IF had IS DISTINCT FROM has THEN
    INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
    SELECT 'users', id, name, name_folded, 'update',
      jsonb_build_object(CASE TG_TABLE_NAME WHEN 'passkeys' THEN 'passkey' ELSE 'totp' END, jsonb_build_array(had, has))
    FROM users WHERE id = coalesce(NEW.user_id, OLD.user_id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_factor AFTER INSERT OR UPDATE OR DELETE ON totp_factors FOR EACH ROW
  WHEN (current_setting('kontor.history', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION audit_factor();
CREATE TRIGGER audit_factor AFTER INSERT OR UPDATE OF name OR DELETE ON passkeys FOR EACH ROW
  WHEN (current_setting('kontor.history', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION audit_factor();

-- With a factor goes what was begun with it, and with the last one the codes on paper.
CREATE FUNCTION delete_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_in_tickets WHERE user_id = OLD.user_id;
  IF NOT EXISTS (SELECT FROM passkeys WHERE user_id = OLD.user_id)
    AND NOT EXISTS (SELECT FROM totp_factors WHERE user_id = OLD.user_id AND confirmed_at IS NOT NULL) THEN
    DELETE FROM recovery_codes WHERE user_id = OLD.user_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_factor AFTER DELETE ON totp_factors FOR EACH ROW EXECUTE FUNCTION delete_factor();
CREATE TRIGGER delete_factor AFTER DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION delete_factor();

-- A ticket was given to whoever had this password and this place here.
CREATE FUNCTION delete_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_in_tickets WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_tickets AFTER UPDATE OF password_hash, is_active, partner_id ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash
    OR OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION delete_tickets();

-- The list of users has a column for it.
CALL count_changes('totp_factors');
CALL count_changes('passkeys');

-- ----- Keys of programs --------------------------------------------------------------------------------------------

-- What people know of a program. Its user has the same name with a mark, the same role and the same state.
CREATE TABLE api_keys (
  id integer PRIMARY KEY REFERENCES users,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  role text NOT NULL,
  -- Of the role's present rights these alone; null is all of them.
  rights text[],
  -- The first letters of its token.
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
-- Two of one name would be one in the history. A revoked key leaves its name to its successor.
CREATE UNIQUE INDEX api_keys_name_taken ON api_keys (name_folded) WHERE is_active;
CALL track_versions('api_keys');
CALL audit_table('api_keys');

-- Only the SHA-256 of a token. Apart from the record, because a use is no change of it.
CREATE TABLE api_key_tokens (
  token_hash bytea PRIMARY KEY,
  key_id integer NOT NULL UNIQUE REFERENCES api_keys,
  -- To within some minutes.
  last_used_at timestamptz
);

-- ----- Events for the people who are signed in ---------------------------------------------------------------------

-- Small hints, stored for a day, so that a stream can be taken up where it broke off.
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Whom it concerns; null is the whole staff, or all partners.
  user_id integer REFERENCES users ON DELETE CASCADE,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  to_partners boolean NOT NULL DEFAULT false,
  -- Which right the staff must have to hear of it; null for a user or the partners.
  permission text
);
CREATE INDEX events_reader ON events (user_id, id);

-- Whoever adds an event waits until those before have committed, so that ids are in the order of commits and nobody who
-- has read one id can miss a lower one that comes late.
CREATE FUNCTION serialize_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('events'));
  RETURN NULL;
END $$;
CREATE TRIGGER serialize_events BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION serialize_events();
CREATE TRIGGER notify_events AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('events');

-- Open streams end with their sessions, and follow at once what their people may hear.
CREATE TRIGGER notify_sessions AFTER DELETE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER UPDATE OF is_active ON users
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions_of_role AFTER UPDATE OF role ON users
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER UPDATE OF is_active ON partners
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER INSERT OR UPDATE OR DELETE ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
-- Who must have a factor may hear nothing without one.
CREATE TRIGGER notify_sessions AFTER DELETE ON totp_factors FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER DELETE ON passkeys FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER UPDATE OF second_factor_roles ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');

-- ===== Mails and pushes ============================================================================================

-- The outbox of mails. A mail is due at next_at; whoever takes it moves next_at on, so that it is due again if that
-- node dies. The text is not here: it is made when the mail is sent, and a link's secret is nowhere but in the mail.
CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  data jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  give_up_at timestamptz NOT NULL
);
CREATE INDEX mails_due ON mails (next_at, id);

-- Where partners' users can be reached: an FCM registration token, or with keys the address of a web push subscription.
CREATE TABLE user_firebase_tokens (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  platform text NOT NULL CHECK (platform IN ('android', 'ios', 'web')),
  token text COLLATE "C" NOT NULL CHECK (length(token) <= 2000),
  p256dh text,
  auth text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT user_firebase_tokens_token_taken UNIQUE (token),
  CHECK ((p256dh IS NULL) = (auth IS NULL))
);
CREATE INDEX user_firebase_tokens_user ON user_firebase_tokens (user_id, last_seen_at);
CALL create_count('user_firebase_tokens', '''devices''');

-- Which of the partners' users have signed in to their app.
CREATE TABLE signed_in_partners (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  registered_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz NOT NULL DEFAULT now()
);
CALL count_changes('signed_in_partners');

CREATE TABLE pushes (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  title text COLLATE kontor NOT NULL,
  text text COLLATE kontor NOT NULL,
  link text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL count_changes('pushes');

-- The inbox: whoever has no device reads there.
CREATE TABLE push_recipients (
  push_id integer NOT NULL REFERENCES pushes ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  read_at timestamptz,
  PRIMARY KEY (push_id, user_id)
);
CREATE INDEX push_recipients_user ON push_recipients (user_id, push_id);
CALL count_changes('push_recipients');

-- The outbox. A pending one is due at next_at; whoever takes it moves next_at on, so that it is due again if that node
-- dies.
CREATE TABLE push_deliveries (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  push_id integer NOT NULL REFERENCES pushes ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  device_id integer REFERENCES user_firebase_tokens ON DELETE SET NULL,
  platform text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'failed', 'removed', 'logged')),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  next_at timestamptz NOT NULL DEFAULT now(),
  give_up_at timestamptz NOT NULL DEFAULT now() + interval '6 hours',
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_deliveries_once UNIQUE (push_id, device_id)
);
CREATE INDEX push_deliveries_due ON push_deliveries (next_at, id) WHERE status = 'pending';
CREATE INDEX push_deliveries_device ON push_deliveries (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX push_deliveries_failed ON push_deliveries (updated_at, push_id) WHERE status = 'failed';

-- The keys by which push services know this office, made by itself unless they are configured.
CREATE TABLE vapid_keys (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  public_key text NOT NULL,
  private_key text NOT NULL
);

-- ===== Imports and bulk edits ======================================================================================

-- An import is one entry; its rows have what stood there before, so that it can be undone. A change of many records at
-- once is the same: the history has both alike, and either can be undone.
CREATE TABLE imports (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  user_id integer NOT NULL REFERENCES users,
  file_name text NOT NULL,
  created integer NOT NULL,
  updated integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  -- What was begun and has not ended yet; null for nothing. A start undoes what a killed process has left.
  under_way text CHECK (under_way IN ('import', 'undo')),
  -- The record whose lines the import was about, where each record has imports of its own.
  owner_id integer,
  -- What a bulk edit changed and how; null for an import.
  bulk jsonb
);
CALL count_changes('imports');
CREATE INDEX imports_kind ON imports (kind, id);
-- The last bulk edit that can be undone, for the form of bulk edits. An ERP's imports are hundreds of thousands in
-- time.
CREATE INDEX imports_bulk ON imports (kind, id) WHERE undone_at IS NULL AND bulk ->> 'action' = 'bulk';

CREATE TABLE import_rows (
  import_id integer NOT NULL REFERENCES imports ON DELETE CASCADE,
  record_id integer NOT NULL,
  -- The values that stood there; null for a record that the import created.
  before jsonb,
  -- The version that the import made.
  version integer NOT NULL,
  -- The values that the import wrote.
  after jsonb,
  -- Left as it is by the undo of its import, because it was changed since or is in use.
  excluded_from_undo boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, record_id)
);
CREATE INDEX import_rows_record ON import_rows (record_id);

-- ===== Records that belong to a partner ============================================================================

-- They stay with a partner who is deactivated; an inactive partner gets no new ones.

CALL create_resource_table('contact_types', 'name text COLLATE kontor NOT NULL');
CALL add_unique_folded('contact_types', 'name');

CALL create_resource_table('contacts', 'name text COLLATE kontor NOT NULL, partner_id integer NOT NULL,
  contact_type_id integer NOT NULL, phone text COLLATE kontor, email text COLLATE kontor');
CALL add_unique_folded('contacts', 'name', 'partner_id');
CALL add_reference('contacts', 'partner_id', 'partners');
CALL add_reference('contacts', 'contact_type_id', 'contact_types', 'name');

CALL create_resource_table('banks', 'name text COLLATE kontor NOT NULL, number text COLLATE kontor NOT NULL');
CALL add_unique_folded('banks', 'name');
CALL add_unique_folded('banks', 'number');

CALL create_resource_table('bank_accounts', 'number text COLLATE kontor NOT NULL, partner_id integer NOT NULL,
  bank_id integer NOT NULL', 'number');
CALL add_compact_column('bank_accounts', 'number', 50);
CALL add_reference('bank_accounts', 'partner_id', 'partners');
CALL add_reference('bank_accounts', 'bank_id', 'banks', 'number');

CALL create_resource_table('contracts', 'number text COLLATE kontor NOT NULL, partner_id integer NOT NULL, date_from date NOT NULL,
  date_to date, number_of_recordings integer, remaining_recordings integer,
  CONSTRAINT contracts_date_to_order CHECK (date_to >= date_from),
  CONSTRAINT contracts_remaining_recordings_order CHECK (remaining_recordings <= number_of_recordings)', 'number');
CALL add_unique_folded('contracts', 'number', 'partner_id');
CALL add_reference('contracts', 'partner_id', 'partners');

CALL create_resource_table('child_partners', 'name text COLLATE kontor NOT NULL, partner_id integer NOT NULL,
  address text COLLATE kontor, pib text COLLATE kontor, pdv text COLLATE kontor, partner_type_id integer');
CALL add_unique_folded('child_partners', 'name', 'partner_id');
CALL add_reference('child_partners', 'partner_id', 'partners');
CALL add_reference('child_partners', 'partner_type_id', 'partner_types', 'name');

-- Notes of the staff about a partner.
CREATE TABLE partner_notes (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  partner_id integer NOT NULL REFERENCES partners,
  user_id integer NOT NULL REFERENCES users,
  note text COLLATE kontor NOT NULL,
  note_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(note)) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL track_versions('partner_notes');
CREATE INDEX partner_notes_partner ON partner_notes (partner_id, created_at, id);
CREATE INDEX partner_notes_user ON partner_notes (user_id);
CALL audit_table('partner_notes', 'note');

-- ===== Other plain records =========================================================================================

CALL create_resource_table('vats', 'name text COLLATE kontor NOT NULL, rate numeric(6, 3) NOT NULL');
CALL add_unique_folded('vats', 'name');

CALL create_resource_table('worker_types', 'name text COLLATE kontor NOT NULL');
CALL add_unique_folded('worker_types', 'name');

CALL create_resource_table('workers', 'name text COLLATE kontor NOT NULL, worker_type_id integer NOT NULL, jmbg text COLLATE kontor');
CALL add_unique_folded('workers', 'jmbg');
CALL add_reference('workers', 'worker_type_id', 'worker_types', 'name');

CALL create_resource_table('vehicles', 'type text COLLATE kontor NOT NULL, plates text COLLATE kontor NOT NULL', 'plates');
CALL add_compact_column('vehicles', 'plates', 20);

CALL create_resource_table('warehouses', 'name text COLLATE kontor NOT NULL, address text COLLATE kontor');
CALL add_unique_folded('warehouses', 'name');

CALL create_resource_table('facilities', 'name text COLLATE kontor NOT NULL, address text COLLATE kontor');
CALL add_unique_folded('facilities', 'name');

CALL create_resource_table('licenses', 'name text COLLATE kontor NOT NULL, number text COLLATE kontor, valid_until date');
CALL add_unique_folded('licenses', 'name');

CALL create_resource_table('services', 'name text COLLATE kontor NOT NULL, category_id integer, serial_number text COLLATE kontor,
  duration integer, payment_type text NOT NULL, vat_id integer, completion_months integer, accreditation boolean NOT NULL,
  note text COLLATE kontor, template text COLLATE kontor');
CALL add_unique_folded('services', 'name');
CALL add_reference('services', 'category_id', 'categories', 'name');
CALL add_reference('services', 'vat_id', 'vats', 'name');

-- The document of a service; `template` in services is its name.
CREATE TABLE service_templates (
  service_id integer PRIMARY KEY REFERENCES services ON DELETE CASCADE,
  file text NOT NULL,
  sha256 text NOT NULL
);
CREATE INDEX service_templates_file ON service_templates (file);

CALL create_resource_table('items', 'name text COLLATE kontor NOT NULL, cost numeric(13, 3)');
CALL add_unique_folded('items', 'name');

CALL create_resource_table('statuses', 'name text COLLATE kontor NOT NULL');
CALL add_unique_folded('statuses', 'name');

CALL create_resource_table('comments', 'name text COLLATE kontor NOT NULL, text text COLLATE kontor');
CALL add_unique_folded('comments', 'name');

-- ===== Products ====================================================================================================

CREATE TABLE products (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  erp_code text COLLATE kontor NOT NULL,
  erp_code_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(erp_code)) STORED,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  description text COLLATE kontor,
  description_folded text COLLATE "C" GENERATED ALWAYS AS (fold(description)) STORED,
  -- A new product of a sheet without a price column has none yet.
  price numeric(13,3) NOT NULL DEFAULT 0 CHECK (price >= 0),
  quantity integer NOT NULL DEFAULT 0 CHECK (quantity >= 0),
  image text,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT products_erp_code_taken UNIQUE (erp_code)
);
CALL track_versions('products');
CALL audit_table('products');
CALL create_count('products',
  'CASE WHEN NOT is_active THEN ''inactive'' WHEN quantity = 0 THEN ''out_of_stock'' ELSE ''active'' END');
CREATE INDEX products_by_updated_at ON products (updated_at, id);
CREATE INDEX products_by_name ON products (name, id);
CREATE INDEX products_by_price ON products (price, id);
CREATE INDEX products_by_quantity ON products (quantity, id);
CREATE INDEX products_by_active ON products (is_active, id);
CREATE INDEX products_search ON products
  USING gin (erp_code_folded gin_trgm_ops, name_folded gin_trgm_ops, description_folded gin_trgm_ops);
-- Trigrams find no word of one or two letters, and nearly every code has most trigrams of another.
CREATE INDEX products_parts ON products
  USING gin (word_parts(erp_code_folded), word_parts(name_folded), word_parts(description_folded));
CREATE INDEX products_out_of_stock ON products (id) WHERE is_active AND quantity = 0;

-- Nobody types these.
ALTER TABLE products
  -- When the quantity was last set, by a form or an import: what was ordered before has left the stock already.
  ADD COLUMN quantity_set_at timestamptz NOT NULL DEFAULT now(),
  -- When it was set before that, the last one first, up to ten. A quantity that is taken back is as old as it was, so
  -- that what partners have ordered since is still off the stock; several changes can be taken back one after the
  -- other.
  ADD COLUMN previous_quantity_set_at timestamptz[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN products.quantity_set_at IS 'unaudited';
COMMENT ON COLUMN products.previous_quantity_set_at IS 'unaudited';
CREATE FUNCTION record_quantity_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.undo', true) = 'on' THEN
    NEW.quantity_set_at := coalesce(OLD.previous_quantity_set_at[1], OLD.quantity_set_at);
    NEW.previous_quantity_set_at := OLD.previous_quantity_set_at[2:];
  ELSE
    NEW.quantity_set_at := now();
    NEW.previous_quantity_set_at := (OLD.quantity_set_at || OLD.previous_quantity_set_at)[:10];
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER record_quantity_change BEFORE UPDATE ON products FOR EACH ROW
  WHEN (NEW.quantity <> OLD.quantity) EXECUTE FUNCTION record_quantity_change();

-- ===== Stores ======================================================================================================

CREATE TABLE stores (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  address text COLLATE kontor NOT NULL,
  address_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(address)) STORED,
  city_id integer NOT NULL CONSTRAINT stores_city_missing REFERENCES cities,
  latitude numeric(9,6) NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude numeric(9,6) NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL track_versions('stores');
CREATE INDEX stores_city ON stores (city_id);
CALL audit_table('stores');
CALL create_count('stores');
CALL require_active_reference('stores', 'city_id', 'cities');
CALL restrict_deactivation('cities', 'stores', 'SELECT id, name FROM stores WHERE city_id = NEW.id AND is_active');

CREATE TABLE store_contacts (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  store_id integer NOT NULL CONSTRAINT store_contacts_store_missing REFERENCES stores,
  phone text COLLATE kontor NOT NULL,
  phone_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(phone)) STORED,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL track_versions('store_contacts');
CREATE INDEX store_contacts_store ON store_contacts (store_id, updated_at);
CALL audit_table('store_contacts', 'phone');

-- ===== Notifications ===============================================================================================

-- A notification is sent at once, or at its moment; until then it can be changed, sent and cancelled.
CREATE TABLE notifications (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  subject text COLLATE kontor NOT NULL,
  subject_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(subject)) STORED,
  notification_text text COLLATE kontor NOT NULL,
  notification_text_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(notification_text)) STORED,
  send_by_category boolean NOT NULL,
  -- Null until it is sent.
  push_id integer REFERENCES pushes,
  user_id integer NOT NULL REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  send_at timestamptz,
  is_cancelled boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (CASE WHEN push_id IS NOT NULL THEN 'sent'
    WHEN is_cancelled THEN 'cancelled' ELSE 'scheduled' END) STORED,
  CONSTRAINT notifications_time CHECK (push_id IS NOT NULL OR send_at IS NOT NULL),
  CONSTRAINT notifications_sent CHECK (push_id IS NULL OR NOT is_cancelled)
);
CALL count_changes('notifications');
CALL audit_table('notifications', 'subject');
CREATE INDEX notifications_by_updated_at ON notifications (updated_at, id);
CREATE INDEX notifications_due ON notifications (send_at, id) WHERE push_id IS NULL AND NOT is_cancelled;

CREATE TABLE notification_categories (
  notification_id integer NOT NULL REFERENCES notifications ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT notification_categories_category_missing REFERENCES categories,
  PRIMARY KEY (notification_id, category_id)
);
CALL audit_links('notification_categories', 'notifications', 'notification_id', 'category_id', 'categories', 'subject');

CREATE TABLE notification_partners (
  notification_id integer NOT NULL REFERENCES notifications ON DELETE CASCADE,
  partner_id integer NOT NULL CONSTRAINT notification_partners_partner_missing REFERENCES partners,
  PRIMARY KEY (notification_id, partner_id)
);

-- ===== Customer support ============================================================================================

-- Answers that the office has ready for its chats and for support.
CALL create_resource_table('replies', 'name text COLLATE kontor NOT NULL, text text COLLATE kontor NOT NULL,
  used_in text NOT NULL CHECK (used_in IN (''both'', ''chat'', ''support''))');
CALL add_unique_folded('replies', 'name');

-- What partners ask, suggest and complain about.
CREATE TABLE customer_support (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  type smallint NOT NULL CHECK (type BETWEEN 1 AND 3),
  message_content text COLLATE kontor NOT NULL,
  message_content_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(message_content)) STORED,
  partner_id integer NOT NULL REFERENCES partners,
  user_id integer NOT NULL REFERENCES users,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL count_changes('customer_support');
CALL audit_table('customer_support', 'message_content');
CALL create_count('customer_support',
  'CASE WHEN NOT is_active THEN ''done'' WHEN type = 3 THEN ''complaints'' ELSE ''open'' END');
CREATE INDEX customer_support_by_updated_at ON customer_support (updated_at, id);
CREATE INDEX customer_support_user ON customer_support (user_id, id);
CREATE INDEX customer_support_open ON customer_support (type, id) WHERE is_active;
CREATE INDEX customer_support_partner ON customer_support (partner_id, created_at);
CREATE INDEX customer_support_complaints ON customer_support (created_at, id) WHERE is_active AND type = 3;

-- A message has the date on which it was written, whatever becomes of it.
CREATE FUNCTION increment_version_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER increment_version BEFORE UPDATE ON customer_support
  FOR EACH ROW EXECUTE FUNCTION increment_version_of_message();

-- A message begins a conversation. What is in this table changes with every answer; the message itself has its date,
-- its version and its history, and those do not.
CREATE TABLE support_threads (
  customer_support_id integer PRIMARY KEY REFERENCES customer_support ON DELETE CASCADE,
  last_at timestamptz NOT NULL,
  last_from_office boolean NOT NULL DEFAULT false,
  -- Messages of the partner that the office has not read, and of the office that the partner has not.
  office_unread integer NOT NULL DEFAULT 0 CHECK (office_unread >= 0),
  user_unread integer NOT NULL DEFAULT 0 CHECK (user_unread >= 0),
  office_read_at timestamptz,
  user_read_at timestamptz,
  -- Who of the office takes care of it.
  taken_by integer REFERENCES users,
  taken_at timestamptz CHECK ((taken_at IS NULL) = (taken_by IS NULL))
);
CREATE INDEX support_threads_last ON support_threads (last_at, customer_support_id);
CREATE INDEX support_threads_unread ON support_threads (customer_support_id) WHERE office_unread > 0;
CREATE INDEX support_threads_taken ON support_threads (taken_by) WHERE taken_by IS NOT NULL;

-- What both sides have written; the first is the partner's own message. Two of one conversation never have one moment.
CREATE TABLE support_messages (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  customer_support_id integer NOT NULL REFERENCES customer_support ON DELETE CASCADE,
  message text NOT NULL,
  from_office boolean NOT NULL,
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  CONSTRAINT support_messages_once UNIQUE (customer_support_id, created_at)
);
CREATE INDEX support_messages_user ON support_messages (user_id);

CREATE FUNCTION begin_support_thread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO support_threads (customer_support_id, last_at, office_unread) VALUES (NEW.id, NEW.created_at, 1);
  INSERT INTO support_messages (customer_support_id, message, from_office, user_id, created_at)
    VALUES (NEW.id, NEW.message_content, false, NEW.user_id, NEW.created_at);
  RETURN NULL;
END $$;
CREATE TRIGGER begin_thread AFTER INSERT ON customer_support FOR EACH ROW
  WHEN (current_setting('kontor.rules', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION begin_support_thread();

-- ===== Sliders =====================================================================================================

-- Whether partners see a slider that is active: hidden by the office, before its time, after it, or visible.
CREATE FUNCTION slider_state(is_visible boolean, visible_from timestamptz, visible_until timestamptz)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT is_visible THEN 'hidden' WHEN visible_until <= office_now() THEN 'ended'
    WHEN visible_from > office_now() THEN 'scheduled' ELSE 'visible' END
$$;

-- 1 Slika (a picture), 2 Promocija (a product to order), 3 Seminar (days to sign up for), 4 Obuka (a film and a chat).
-- Fields that a type does not have are null: when a type changes, nothing of the old one stays.
CREATE TABLE sliders (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  type smallint NOT NULL CHECK (type BETWEEN 1 AND 4),
  image text NOT NULL,
  -- A second picture, shown below the text.
  wyswygimg text CHECK (wyswygimg IS NULL OR type IN (2, 3)),
  -- HTML, sanitised before it is stored.
  page_content text CHECK (page_content IS NULL OR type IN (2, 3)),
  notification_text text CHECK (notification_text IS NULL OR type IN (2, 3)),
  url text CHECK (CASE WHEN type = 4 THEN url IS NOT NULL ELSE url IS NULL OR type = 1 END),
  welcome_message text CHECK (welcome_message IS NULL OR type = 4),
  product_id integer CONSTRAINT sliders_product_missing REFERENCES products
    CHECK ((product_id IS NOT NULL) = (type = 2)),
  is_visible boolean NOT NULL DEFAULT true,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The moments from which and until which partners see it while it is visible.
  visible_from timestamptz,
  visible_until timestamptz,
  -- As the office and partners last heard: see slider_state().
  state text COLLATE "C" NOT NULL DEFAULT 'visible',
  -- Its notification is sent when partners first see it.
  is_push_due boolean NOT NULL DEFAULT false,
  CONSTRAINT sliders_moments CHECK (visible_until > visible_from)
);
COMMENT ON COLUMN sliders.state IS 'unversioned';
COMMENT ON COLUMN sliders.is_push_due IS 'unversioned';
CALL track_versions('sliders');
CALL audit_table('sliders');
CREATE INDEX sliders_by_updated_at ON sliders (updated_at, id);
CREATE INDEX sliders_product ON sliders (product_id);

CREATE FUNCTION set_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := slider_state(NEW.is_visible, NEW.visible_from, NEW.visible_until);
  RETURN NEW;
END $$;
-- What a restore puts back is what stood there; the next check of the clock corrects it.
CREATE TRIGGER set_state BEFORE INSERT OR UPDATE ON sliders FOR EACH ROW
  WHEN (current_setting('kontor.rules', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION set_state();

-- A slider comes back when it is reactivated or shown. A hidden one holds its categories but not its product.
CALL require_active_reference('sliders', 'product_id', 'products',
  'NEW.is_active AND (NOT OLD.is_active OR NEW.is_visible AND NOT OLD.is_visible)');
CALL restrict_deactivation('products', 'sliders',
  'SELECT id, name FROM sliders WHERE product_id = NEW.id AND is_active AND is_visible');

-- The type stays once partners have signed up or ordered. Whoever does locks the slider FOR SHARE.
CREATE FUNCTION sliders_type_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM slider_registrations WHERE slider_id = NEW.id)
    OR EXISTS (SELECT FROM slider_orders WHERE slider_id = NEW.id) THEN PERFORM raise_rule_violation('sliders_type_used'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sliders_type_used AFTER UPDATE ON sliders FOR EACH ROW
  WHEN (NEW.type <> OLD.type) EXECUTE FUNCTION sliders_type_used();

CREATE TABLE slider_categories (
  slider_id integer NOT NULL REFERENCES sliders ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT slider_categories_category_missing REFERENCES categories,
  PRIMARY KEY (slider_id, category_id)
);
CREATE INDEX slider_categories_category ON slider_categories (category_id);
CALL count_changes('slider_categories');
CALL audit_links('slider_categories', 'sliders', 'slider_id', 'category_id', 'categories');
CALL create_category_links('sliders', 'slider_categories', 'slider_id',
  'NEW.is_active AND (NOT OLD.is_active OR NEW.is_visible AND NOT OLD.is_visible)');

-- The days of a Seminar.
CREATE TABLE slider_dates (
  slider_id integer NOT NULL REFERENCES sliders ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (slider_id, day)
);
CALL audit_links('slider_dates', 'sliders', 'slider_id', 'day', 'available_dates');

-- A partner that has signed up for a Seminar; without days it is no registration and has no row.
CREATE TABLE slider_registrations (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  slider_id integer NOT NULL REFERENCES sliders,
  partner_id integer NOT NULL CONSTRAINT slider_registrations_partner REFERENCES partners,
  -- Who chose last.
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT slider_registrations_once UNIQUE (slider_id, partner_id)
);
CREATE INDEX slider_registrations_partner_id ON slider_registrations (partner_id);
CREATE INDEX slider_registrations_user ON slider_registrations (user_id);
CALL count_changes('slider_registrations');

-- The chosen days stay when the office removes a day of its Seminar: it must know whom to inform.
CREATE TABLE slider_registration_days (
  slider_registration_id integer NOT NULL REFERENCES slider_registrations ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (slider_registration_id, day)
);

-- Every order of a Promocija is a line of its own, with the product that was offered then.
CREATE TABLE slider_orders (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  slider_id integer NOT NULL REFERENCES sliders,
  partner_id integer NOT NULL CONSTRAINT slider_orders_partner REFERENCES partners,
  user_id integer NOT NULL REFERENCES users,
  product_id integer NOT NULL CONSTRAINT slider_orders_product REFERENCES products,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX slider_orders_slider ON slider_orders (slider_id, updated_at);
CREATE INDEX slider_orders_partner_id ON slider_orders (partner_id);
CREATE INDEX slider_orders_user ON slider_orders (user_id);
CREATE INDEX slider_orders_product_id ON slider_orders (product_id);
CALL count_changes('slider_orders');

-- The chat of an Obuka: a thread for every partner's user who has opened it.
CREATE TABLE message_threads (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  slider_id integer NOT NULL REFERENCES sliders,
  user_id integer NOT NULL REFERENCES users,
  -- The beginning of the last message, its moment, and what each side has not read: a list of threads reads no message.
  last_message text,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  office_unread integer NOT NULL DEFAULT 0,
  user_unread integer NOT NULL DEFAULT 0,
  -- How far each side has read: the moment of a message.
  office_read_at timestamptz,
  user_read_at timestamptz,
  CONSTRAINT message_threads_once UNIQUE (slider_id, user_id)
) WITH (fillfactor = 70);
CREATE INDEX message_threads_user ON message_threads (user_id);
CREATE INDEX message_threads_unread ON message_threads (slider_id) WHERE office_unread > 0;
-- The list of all conversations begins with those that were written to last.
CREATE INDEX message_threads_last ON message_threads (last_at DESC, id DESC);

-- Within a thread moments are unique and in the order of commits, so that a reader can go on after the last moment that
-- he has seen: whoever adds a message locks the row of its thread.
CREATE TABLE messages (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  message_thread_id integer NOT NULL REFERENCES message_threads,
  message text NOT NULL,
  from_office boolean NOT NULL,
  -- Who in the office; nobody for the partner's own and for the greeting.
  user_admin_id integer REFERENCES users CHECK (user_admin_id IS NULL OR from_office),
  created_at timestamptz NOT NULL,
  CONSTRAINT messages_order UNIQUE (message_thread_id, created_at)
);
CREATE INDEX messages_user_admin ON messages (user_admin_id);

-- ===== Campaigns ===================================================================================================

-- Whether partners see a campaign today.
CREATE FUNCTION campaign_is_shown(
  is_active boolean, is_visible boolean, visible_from date, visible_until date
) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT is_active AND is_visible
    AND (visible_from IS NULL OR visible_from <= office_day())
    AND (visible_until IS NULL OR visible_until >= office_day())
$$;

-- 1 Količinska: so many pieces of each product and no more. 2 Cjenovna: prices and each partner's cash.
CREATE TABLE campaigns (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  description text NOT NULL,
  image text NOT NULL,
  campaign_type_id smallint NOT NULL CHECK (campaign_type_id IN (1, 2)),
  is_visible boolean NOT NULL DEFAULT true,
  -- The first and the last day on which partners see it while it is visible.
  visible_from date,
  visible_until date CONSTRAINT campaigns_days CHECK (visible_until >= visible_from),
  -- Whether partners see it, as was last announced: see campaign_is_shown().
  is_shown boolean NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  -- Counts the changes of what is linked with it: categories, partners and products.
  details_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN campaigns.is_shown IS 'unversioned';
COMMENT ON COLUMN campaigns.details_version IS 'unversioned';
CALL track_versions('campaigns');
CALL audit_table('campaigns');
CREATE INDEX campaigns_by_updated_at ON campaigns (updated_at, id);

CREATE FUNCTION set_is_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_shown := campaign_is_shown(NEW.is_active, NEW.is_visible, NEW.visible_from, NEW.visible_until);
  RETURN NEW;
END $$;
-- What a restore puts back is what stood there; the next check of the days corrects it.
CREATE TRIGGER set_is_shown BEFORE INSERT OR UPDATE ON campaigns FOR EACH ROW
  WHEN (current_setting('kontor.rules', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION set_is_shown();

CREATE TABLE campaign_categories (
  campaign_id integer NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT campaign_categories_category_missing REFERENCES categories,
  PRIMARY KEY (campaign_id, category_id)
);
CREATE INDEX campaign_categories_category ON campaign_categories (category_id);
CALL count_changes('campaign_categories');
CALL audit_links('campaign_categories', 'campaigns', 'campaign_id', 'category_id', 'categories');

CREATE TABLE campaign_partners (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES campaigns,
  partner_id integer NOT NULL CONSTRAINT campaign_partners_partner_missing REFERENCES partners,
  cash numeric(13,3) NOT NULL DEFAULT 0 CHECK (cash >= 0),
  cash_percent boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT campaign_partners_once UNIQUE (campaign_id, partner_id)
);
CALL track_versions('campaign_partners');
CREATE INDEX campaign_partners_partner ON campaign_partners (partner_id);
CALL audit_lines('campaign_partners', 'campaign_id', 'partner_id');

-- Price and quantity are the product's own where they are null.
CREATE TABLE campaign_products (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES campaigns,
  product_id integer NOT NULL CONSTRAINT campaign_products_product_missing REFERENCES products,
  price numeric(13,3) CHECK (price > 0),
  quantity integer CHECK (quantity >= 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT campaign_products_once UNIQUE (campaign_id, product_id)
);
CALL track_versions('campaign_products');
CREATE INDEX campaign_products_product ON campaign_products (product_id);
CALL audit_lines('campaign_products', 'campaign_id', 'product_id');

-- What partners have ordered in campaigns, each a line of its own, at the price of that moment. A line that is
-- cancelled is deleted; the history has it.
CREATE TABLE campaign_cart_items (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL REFERENCES campaigns,
  partner_id integer NOT NULL CONSTRAINT campaign_cart_items_partner REFERENCES partners,
  user_id integer NOT NULL REFERENCES users,
  product_id integer NOT NULL CONSTRAINT campaign_cart_items_product REFERENCES products,
  price numeric(13,3) NOT NULL CHECK (price >= 0),
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
  is_delivered boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL track_versions('campaign_cart_items');
CREATE INDEX campaign_cart_items_by_created_at ON campaign_cart_items (created_at, id);
CREATE INDEX campaign_cart_items_of_campaign ON campaign_cart_items (campaign_id, created_at, id);
CREATE INDEX campaign_cart_items_campaign ON campaign_cart_items (campaign_id, product_id);
CREATE INDEX campaign_cart_items_partner_id ON campaign_cart_items (partner_id, campaign_id);
CREATE INDEX campaign_cart_items_product_id ON campaign_cart_items (product_id);
CREATE INDEX campaign_cart_items_user ON campaign_cart_items (user_id);
CREATE INDEX campaign_cart_items_undelivered ON campaign_cart_items (campaign_id, partner_id)
  WHERE NOT is_delivered;
CREATE INDEX campaign_cart_items_undelivered_by_age ON campaign_cart_items (created_at) WHERE NOT is_delivered;
CREATE INDEX campaign_cart_items_undelivered_by_product ON campaign_cart_items (product_id) INCLUDE (quantity) WHERE NOT is_delivered;
CALL audit_lines('campaign_cart_items', 'campaign_id', 'partner_id', 'product_id');

-- ----- Rules of campaigns ------------------------------------------------------------------------------------------

CALL create_category_links('campaigns', 'campaign_categories', 'campaign_id',
  'NEW.is_active AND (NOT OLD.is_active OR NEW.is_visible AND NOT OLD.is_visible)');

-- The products of a campaign that partners see or will see stay active.
CALL restrict_deactivation('products', 'campaigns', 'SELECT campaigns.id, name FROM campaigns
  JOIN campaign_products ON campaign_id = campaigns.id WHERE product_id = NEW.id AND is_active AND is_visible
  AND (visible_until IS NULL OR visible_until >= office_day())');

CREATE FUNCTION campaign_products_product_inactive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM products
    WHERE id IN (SELECT product_id FROM added) ORDER BY id FOR SHARE) AS held)
  THEN PERFORM raise_rule_violation('campaign_products_product_inactive'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_products_product_inactive AFTER INSERT ON campaign_products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION campaign_products_product_inactive();

CREATE FUNCTION campaigns_products_inactive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM products
    WHERE id IN (SELECT product_id FROM campaign_products WHERE campaign_id = NEW.id) ORDER BY id FOR SHARE) AS held)
  THEN PERFORM raise_rule_violation('campaigns_products_inactive'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaigns_products_inactive AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN (NEW.is_active AND NEW.is_visible AND (NOT OLD.is_active OR NOT OLD.is_visible
    OR NEW.visible_until IS DISTINCT FROM OLD.visible_until)
    AND (NEW.visible_until IS NULL OR NEW.visible_until >= office_day())) EXECUTE FUNCTION campaigns_products_inactive();

-- A partner comes to a campaign active, and with one of its categories.
CREATE FUNCTION campaign_partners_apart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added JOIN partners ON partners.id = partner_id WHERE NOT is_active) THEN
    PERFORM raise_rule_violation('campaign_partners_partner_inactive');
  END IF;
  IF EXISTS (SELECT FROM added WHERE NOT EXISTS (SELECT FROM campaign_categories AS theirs
    JOIN partner_categories AS own USING (category_id)
    WHERE theirs.campaign_id = added.campaign_id AND own.partner_id = added.partner_id)) THEN
    PERFORM raise_rule_violation('campaign_partners_apart');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_partners_apart AFTER INSERT ON campaign_partners
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION campaign_partners_apart();

-- The type stays once partners have ordered. Whoever orders locks the campaign FOR KEY SHARE, as the foreign key does,
-- and so delays nobody who hides or renames it: a new type alone waits for the orders that have begun.
CREATE FUNCTION campaigns_type_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM campaign_cart_items WHERE campaign_id = NEW.id) THEN
    PERFORM raise_rule_violation('campaigns_type_used'); -- however many are ordering now
  END IF;
  PERFORM FROM campaigns WHERE id = NEW.id FOR UPDATE;
  IF EXISTS (SELECT FROM campaign_cart_items WHERE campaign_id = NEW.id) THEN
    PERFORM raise_rule_violation('campaigns_type_used');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER campaigns_type_used BEFORE UPDATE ON campaigns FOR EACH ROW
  WHEN (NEW.campaign_type_id <> OLD.campaign_type_id) EXECUTE FUNCTION campaigns_type_used();

-- No more of a Količinska is ordered than there is. Whoever orders locks the product's line of the campaign, so that of
-- two one waits for the other, on whatever node; the refusal says what is left.
CREATE FUNCTION campaign_cart_items_left() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most integer;
  ordered bigint;
BEGIN
  SELECT coalesce(own.quantity, products.quantity) INTO most
    FROM campaign_products AS own JOIN products ON products.id = own.product_id
    JOIN campaigns ON campaigns.id = own.campaign_id AND campaign_type_id = 1
    WHERE own.campaign_id = NEW.campaign_id AND own.product_id = NEW.product_id FOR UPDATE OF own;
  IF most IS NULL THEN RETURN NULL; END IF; -- of the other type, or no longer in the campaign
  SELECT sum(quantity) INTO ordered FROM campaign_cart_items
    WHERE campaign_id = NEW.campaign_id AND product_id = NEW.product_id;
  IF ordered > most THEN
    PERFORM raise_rule_violation('campaign_cart_items_left',
      jsonb_build_object('left', greatest(most - (ordered - NEW.quantity + coalesce(OLD.quantity, 0)), 0)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_cart_items_left_new AFTER INSERT ON campaign_cart_items
  FOR EACH ROW EXECUTE FUNCTION campaign_cart_items_left();
CREATE TRIGGER campaign_cart_items_left AFTER UPDATE ON campaign_cart_items
  FOR EACH ROW WHEN (NEW.quantity > OLD.quantity) EXECUTE FUNCTION campaign_cart_items_left();

-- Nor does the office take away what has been ordered already, also where a product comes back that was in the
-- campaign.
CREATE FUNCTION campaign_products_ordered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ordered bigint;
BEGIN
  SELECT sum(quantity) INTO ordered FROM campaign_cart_items
    JOIN campaigns ON campaigns.id = campaign_id AND campaign_type_id = 1
    WHERE campaign_id = NEW.campaign_id AND product_id = NEW.product_id;
  IF ordered > coalesce(NEW.quantity, (SELECT quantity FROM products WHERE id = NEW.product_id)) THEN
    PERFORM raise_rule_violation('campaign_products_ordered', jsonb_build_object('ordered', ordered));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_products_ordered_new AFTER INSERT ON campaign_products
  FOR EACH ROW WHEN (NEW.quantity IS NOT NULL) EXECUTE FUNCTION campaign_products_ordered();
CREATE TRIGGER campaign_products_ordered AFTER UPDATE ON campaign_products
  FOR EACH ROW WHEN (NEW.quantity IS DISTINCT FROM OLD.quantity) EXECUTE FUNCTION campaign_products_ordered();

-- Each statement that changes details makes a new details_version: a form shows what others change at the same time.
CREATE FUNCTION count_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaigns SET details_version = details_version + 1 WHERE id IN (SELECT campaign_id FROM changed);
  RETURN NULL;
END $$;
CREATE PROCEDURE count_details(table_name text) LANGUAGE plpgsql AS $$
DECLARE
  op text;
BEGIN
  FOREACH op IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
    EXECUTE format('CREATE TRIGGER count_details_%1$s AFTER %1$s ON %2$I REFERENCING %3$s TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION count_details()',
      lower(op), table_name, CASE op WHEN 'DELETE' THEN 'OLD' ELSE 'NEW' END);
  END LOOP;
END $$;
CALL count_details('campaign_categories');
CALL count_details('campaign_partners');
CALL count_details('campaign_products');

-- ----- Sums of campaigns -------------------------------------------------------------------------------------------

-- What a partner has in the cart of a campaign, and how much of it waits to be delivered.
CREATE TABLE cart_sums (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL,
  partner_id integer NOT NULL,
  items bigint NOT NULL,
  pieces bigint NOT NULL,
  total numeric(24,3) NOT NULL,
  undelivered_items bigint NOT NULL,
  undelivered_total numeric(24,3) NOT NULL,
  undelivered_pieces bigint NOT NULL
);
CREATE INDEX cart_sums_campaign ON cart_sums (campaign_id, partner_id);
CREATE INDEX cart_sums_undelivered ON cart_sums (partner_id) INCLUDE (undelivered_items, undelivered_total)
  WHERE undelivered_items <> 0 OR undelivered_total <> 0;
CALL create_rollup('cart_sums', 'campaign_cart_items', ARRAY['campaign_id', 'partner_id'],
  ARRAY['items', 'pieces', 'total', 'undelivered_items', 'undelivered_pieces', 'undelivered_total'],
  'campaign_id, partner_id, ±1, ±quantity, ±price * quantity, ±(NOT is_delivered)::int,
    ±(NOT is_delivered)::int * quantity, ±(NOT is_delivered)::int * price * quantity');

-- How far a campaign is: what is in its carts, the partners that it names and their cash in euros, and how many of them
-- have ordered and how much of their cash they have used.
CREATE TABLE campaign_sums (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL,
  pieces bigint NOT NULL,
  total numeric(24,3) NOT NULL,
  partners bigint NOT NULL,
  cash numeric(24,3) NOT NULL,
  buyers bigint NOT NULL,
  cash_used numeric(24,3) NOT NULL
);
CREATE INDEX campaign_sums_campaign ON campaign_sums (campaign_id);

-- Whether a partner has ordered, and how much of its cash is used, follow from all lines of its cart, which two may
-- write at once, so nobody can add a difference. A writer notes whose cart or cash has changed; whoever finds nobody
-- else at it works out what is noted. A reader works out the few that are left.
CREATE TABLE campaign_buyers (
  campaign_id integer NOT NULL,
  partner_id integer NOT NULL,
  buyers smallint NOT NULL,
  cash_used numeric(24,3) NOT NULL,
  PRIMARY KEY (campaign_id, partner_id)
);
CREATE TABLE campaign_buyer_deltas (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL,
  partner_id integer NOT NULL
);

-- A buyer as the rows have it now.
CREATE FUNCTION campaign_buyer(of_campaign integer, of_partner integer) RETURNS TABLE (buyers smallint, cash_used numeric)
LANGUAGE sql STABLE AS $$
  SELECT (coalesce(sum(items), 0) > 0)::int::smallint, least(coalesce(sum(total), 0), (SELECT coalesce(sum(cash), 0)
    FROM campaign_partners WHERE campaign_id = of_campaign AND partner_id = of_partner AND NOT cash_percent))
  FROM cart_sums WHERE campaign_id = of_campaign AND partner_id = of_partner
$$;

CALL create_rollup('campaign_sums', 'campaign_cart_items', ARRAY['campaign_id'],
  ARRAY['pieces', 'total', 'partners', 'cash', 'buyers', 'cash_used'],
  'campaign_id, ±quantity, ±price * quantity, 0, 0, 0, 0');
CALL create_rollup('campaign_sums', 'campaign_partners', ARRAY['campaign_id'],
  ARRAY['pieces', 'total', 'partners', 'cash', 'buyers', 'cash_used'],
  'campaign_id, 0, 0, ±1, ±(NOT cash_percent)::int * cash, 0, 0');
CALL create_rollup('campaign_sums', 'campaign_buyers', ARRAY['campaign_id'],
  ARRAY['pieces', 'total', 'partners', 'cash', 'buyers', 'cash_used'],
  'campaign_id, 0, 0, 0, 0, ±buyers, ±cash_used');

-- One at a time, and nobody waits. What another has not committed yet is not seen and stays noted; what is seen is
-- worked out with everything that is.
CREATE FUNCTION apply_buyer_deltas() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('campaign_buyers')) THEN RETURN; END IF;
  WITH noted AS (DELETE FROM campaign_buyer_deltas RETURNING campaign_id, partner_id)
  INSERT INTO campaign_buyers AS own (campaign_id, partner_id, buyers, cash_used)
    SELECT campaign_id, partner_id, now.buyers, now.cash_used
    FROM (SELECT DISTINCT campaign_id, partner_id FROM noted) AS pairs
    CROSS JOIN LATERAL campaign_buyer(campaign_id, partner_id) AS now
    LEFT JOIN campaign_buyers AS last USING (campaign_id, partner_id)
    WHERE now.buyers <> coalesce(last.buyers, 0) OR now.cash_used <> coalesce(last.cash_used, 0)
  ON CONFLICT (campaign_id, partner_id) DO UPDATE SET buyers = excluded.buyers, cash_used = excluded.cash_used;
END $$;

-- `lines` are campaign, partner and two amounts of a row; those whose amounts differ afterwards are noted.
CREATE PROCEDURE record_buyer_deltas(source text, lines text) LANGUAGE plpgsql AS $$
DECLARE
  op text;
BEGIN
  FOREACH op IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF current_setting(''kontor.sums'', true) = ''off'' THEN RETURN NULL; END IF; -- a restore brings them along
  INSERT INTO campaign_buyer_deltas (campaign_id, partner_id)
    SELECT campaign_id, partner_id FROM (%2$s) AS lines (campaign_id, partner_id, one, other)
    GROUP BY campaign_id, partner_id HAVING sum(one) <> 0 OR sum(other) <> 0;
  IF FOUND THEN PERFORM apply_buyer_deltas(); END IF;
  RETURN NULL;
END $body$',
      format('settle_buyers_of_%s_%s', source, op),
      concat_ws(' UNION ALL ',
        CASE WHEN op <> 'delete' THEN format('SELECT %s FROM after', replace(lines, '±', '')) END,
        CASE WHEN op <> 'insert' THEN format('SELECT %s FROM before', replace(lines, '±', '-')) END));
    -- Its name comes after those of the sums that it reads.
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      format('settle_buyers_%s', op), op, source,
      CASE op WHEN 'insert' THEN 'NEW TABLE AS after' WHEN 'delete' THEN 'OLD TABLE AS before'
        ELSE 'OLD TABLE AS before NEW TABLE AS after' END,
      format('settle_buyers_of_%s_%s', source, op));
  END LOOP;
END $$;
CALL record_buyer_deltas('campaign_cart_items', 'campaign_id, partner_id, ±1, ±price * quantity');
CALL record_buyer_deltas('campaign_partners', 'campaign_id, partner_id, ±(NOT cash_percent)::int * cash, 0');

-- ===== Technical support ===========================================================================================

-- Files, links and their folders.
CREATE TABLE technical_support (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  technical_support_id integer CONSTRAINT technical_support_parent_gone REFERENCES technical_support ON DELETE CASCADE DEFERRABLE,
  ancestors integer[] NOT NULL DEFAULT '{}',
  is_item boolean NOT NULL,
  is_file boolean NOT NULL DEFAULT false,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  description text COLLATE kontor,
  description_folded text COLLATE "C" GENERATED ALWAYS AS (fold(description)) STORED,
  -- Of a link its address.
  link text,
  -- Of a file: its name on the disk and as it was sent, its type by its bytes, its size, when and by whom it was put
  -- here.
  file text,
  file_name text,
  file_type text,
  file_size bigint,
  file_at timestamptz,
  file_user_id integer REFERENCES users,
  is_visible boolean NOT NULL DEFAULT true,
  is_active boolean NOT NULL DEFAULT true,
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT technical_support_kind CHECK (CASE
    WHEN NOT is_item THEN NOT is_file AND link IS NULL AND file IS NULL
    WHEN is_file THEN link IS NULL AND file IS NOT NULL AND file_name IS NOT NULL AND file_type IS NOT NULL
      AND file_size IS NOT NULL AND file_at IS NOT NULL
    ELSE link IS NOT NULL AND file IS NULL END)
);
CALL create_tree('technical_support', 'technical_support_id');
CALL audit_table('technical_support');
CREATE INDEX technical_support_search ON technical_support USING gin (name_folded gin_trgm_ops, description_folded gin_trgm_ops);
CREATE INDEX technical_support_file ON technical_support (file) WHERE file IS NOT NULL;

-- Only partners with one of its categories see a node and what is under it; without categories all do.
CREATE TABLE technical_support_categories (
  technical_support_id integer NOT NULL REFERENCES technical_support ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT technical_support_categories_category_missing REFERENCES categories,
  PRIMARY KEY (technical_support_id, category_id)
);
CREATE INDEX technical_support_categories_category ON technical_support_categories (category_id);
CALL audit_links('technical_support_categories', 'technical_support', 'technical_support_id', 'category_id', 'categories');
-- A node that is shown holds the categories that it is shown to. One that comes back keeps the categories that it had:
-- without an active one nobody sees it.
CALL create_category_links('technical_support', 'technical_support_categories', 'technical_support_id', 'false');
DROP FUNCTION technical_support_categories_inactive CASCADE;

-- Files that were replaced, for 30 days from then.
CREATE TABLE technical_support_versions (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  technical_support_id integer NOT NULL REFERENCES technical_support ON DELETE CASCADE,
  file text NOT NULL,
  file_name text NOT NULL,
  file_type text NOT NULL,
  file_size bigint NOT NULL,
  file_at timestamptz NOT NULL,
  file_user_id integer REFERENCES users,
  replaced_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX technical_support_versions_of ON technical_support_versions (technical_support_id, replaced_at);
CREATE INDEX technical_support_versions_file ON technical_support_versions (file);
CREATE INDEX technical_support_versions_by_replaced_at ON technical_support_versions (replaced_at);

-- Each time that a partner took a file.
CREATE TABLE technical_support_downloads (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  technical_support_id integer NOT NULL REFERENCES technical_support ON DELETE CASCADE,
  partner_id integer NOT NULL REFERENCES partners,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX technical_support_downloads_of ON technical_support_downloads (technical_support_id, partner_id);
CREATE INDEX technical_support_downloads_partner ON technical_support_downloads (partner_id);

-- ===== Catalogue ===================================================================================================

-- Categories and the products in them. A product's name is stored for the history; what is shown is the product's own.
CREATE TABLE catalogue (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  catalogue_id integer CONSTRAINT catalogue_parent_gone REFERENCES catalogue ON DELETE CASCADE DEFERRABLE,
  ancestors integer[] NOT NULL DEFAULT '{}',
  product_id integer CONSTRAINT catalogue_product_missing REFERENCES products,
  is_item boolean NOT NULL GENERATED ALWAYS AS (product_id IS NOT NULL) STORED,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  description text COLLATE kontor,
  description_folded text COLLATE "C" GENERATED ALWAYS AS (fold(description)) STORED,
  is_visible boolean NOT NULL DEFAULT true,
  is_active boolean NOT NULL DEFAULT true,
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT catalogue_product_root CHECK (product_id IS NULL OR catalogue_id IS NOT NULL)
);
CALL create_tree('catalogue', 'catalogue_id');
CALL audit_table('catalogue');
CREATE UNIQUE INDEX catalogue_product_taken ON catalogue (catalogue_id, product_id) WHERE is_active;
CREATE INDEX catalogue_product ON catalogue (product_id);
CREATE INDEX catalogue_search ON catalogue USING gin (name_folded gin_trgm_ops, description_folded gin_trgm_ops)
  WHERE product_id IS NULL;

CREATE TABLE catalogue_categories (
  catalogue_id integer NOT NULL REFERENCES catalogue ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT catalogue_categories_category_missing REFERENCES categories,
  PRIMARY KEY (catalogue_id, category_id)
);
CREATE INDEX catalogue_categories_category ON catalogue_categories (category_id);
CALL audit_links('catalogue_categories', 'catalogue', 'catalogue_id', 'category_id', 'categories');
-- As for technical support.
CALL create_category_links('catalogue', 'catalogue_categories', 'catalogue_id', 'false');
DROP FUNCTION catalogue_categories_inactive CASCADE;

-- A product comes to the catalogue active. One that becomes inactive later stays in the tree, where no partner sees it.
CREATE FUNCTION catalogue_product_inactive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM products
    WHERE id IN (SELECT product_id FROM added) ORDER BY id FOR SHARE) AS held)
  THEN PERFORM raise_rule_violation('catalogue_product_inactive'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER catalogue_product_inactive AFTER INSERT ON catalogue
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION catalogue_product_inactive();

-- What partners have ordered from the catalogue, each a line of its own, at the price of that moment. Lines that were
-- ordered together have the same basket.
CREATE TABLE catalogue_orders (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  basket uuid NOT NULL DEFAULT gen_random_uuid(),
  partner_id integer NOT NULL CONSTRAINT catalogue_orders_partner REFERENCES partners,
  user_id integer NOT NULL REFERENCES users,
  product_id integer NOT NULL CONSTRAINT catalogue_orders_product REFERENCES products,
  price numeric(13,3) NOT NULL CHECK (price >= 0),
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
  total numeric(17,3) NOT NULL GENERATED ALWAYS AS (price * quantity) STORED,
  -- Ordered although there was not enough in stock.
  ignore_quantity boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  -- The day in the office.
  day date NOT NULL GENERATED ALWAYS AS ((created_at AT TIME ZONE 'Europe/Podgorica')::date) STORED,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL track_versions('catalogue_orders');
CALL audit_lines('catalogue_orders', 'partner_id', 'product_id');
CREATE INDEX catalogue_orders_by_created_at ON catalogue_orders (created_at, id);
CREATE INDEX catalogue_orders_partner_id ON catalogue_orders (partner_id, created_at, id);
CREATE INDEX catalogue_orders_user ON catalogue_orders (user_id);
CREATE INDEX catalogue_orders_since ON catalogue_orders (product_id, created_at) INCLUDE (quantity) WHERE is_active;
CREATE INDEX catalogue_orders_basket ON catalogue_orders (basket);
-- Who ordered in a range of days, and what of it was out of stock, without a look at the orders themselves.
CREATE INDEX catalogue_orders_active ON catalogue_orders (created_at) INCLUDE (partner_id, ignore_quantity)
  WHERE is_active;
CREATE INDEX catalogue_orders_out_of_stock ON catalogue_orders (created_at) INCLUDE (product_id)
  WHERE ignore_quantity AND is_active;

-- Sums by day, of those in stock and not, active and not: a month of a million orders is some hundred rows. Each
-- statement adds its difference; several people add to one day, so it is the last thing that waits.
CREATE TABLE catalogue_orders_daily (
  day date NOT NULL,
  ignore_quantity boolean NOT NULL,
  is_active boolean NOT NULL,
  orders bigint NOT NULL,
  pieces bigint NOT NULL,
  total numeric(24,3) NOT NULL,
  PRIMARY KEY (day, ignore_quantity, is_active)
);
CREATE FUNCTION add_to_catalogue_orders_daily() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.sums', true) = 'off' THEN RETURN NULL; END IF; -- a restore brings the sums along
  -- All days in one order, whichever way rows go: those who put orders aside and those who bring others back wait for
  -- one another and never in a circle.
  EXECUTE format('INSERT INTO catalogue_orders_daily AS sums
    SELECT day, ignore_quantity, is_active, sum(sign), sum(sign * quantity), sum(sign * total)
    FROM (%s) AS changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, ignore_quantity, is_active) DO UPDATE SET orders = sums.orders + excluded.orders,
      pieces = sums.pieces + excluded.pieces, total = sums.total + excluded.total',
    CASE TG_OP WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM after' WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM before'
      ELSE 'SELECT *, 1 AS sign FROM after UNION ALL SELECT *, -1 FROM before' END);
  RETURN NULL;
END $$;
CREATE TRIGGER sum_new AFTER INSERT ON catalogue_orders REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_catalogue_orders_daily();
CREATE TRIGGER sum_changed AFTER UPDATE ON catalogue_orders REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_catalogue_orders_daily();
CREATE TRIGGER sum_old AFTER DELETE ON catalogue_orders REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION add_to_catalogue_orders_daily();

-- ===== Home ========================================================================================================

-- What came in on a day of the office from campaigns, promotions and sign-ups. The catalogue has catalogue_orders_daily.
-- Promotions and sign-ups of the sliders have no price.
CREATE TABLE orders_daily (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  source text NOT NULL CHECK (source IN ('campaigns', 'promotions')),
  orders bigint NOT NULL,
  pieces bigint NOT NULL,
  total numeric(24,3) NOT NULL
);
CREATE INDEX order_days_day ON orders_daily (day, source);
CALL create_rollup('orders_daily', 'campaign_cart_items', ARRAY['day', 'source'], ARRAY['orders', 'pieces', 'total'],
  '(created_at AT TIME ZONE ''Europe/Podgorica'')::date, ''campaigns'', ±1, ±quantity, ±price * quantity');
CALL create_rollup('orders_daily', 'slider_orders', ARRAY['day', 'source'], ARRAY['orders', 'pieces', 'total'],
  '(created_at AT TIME ZONE ''Europe/Podgorica'')::date, ''promotions'', ±1, ±quantity, 0');
CALL create_rollup('orders_daily', 'slider_registrations', ARRAY['day', 'source'], ARRAY['orders', 'pieces', 'total'],
  '(created_at AT TIME ZONE ''Europe/Podgorica'')::date, ''promotions'', ±1, 0, 0');

-- How many pieces of a product partners have asked for on a day, wherever they did.
CREATE TABLE product_demand_daily (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL,
  day date NOT NULL,
  pieces bigint NOT NULL
);
CREATE INDEX asked_days_product ON product_demand_daily (product_id, day) INCLUDE (pieces);
CALL create_rollup('product_demand_daily', 'catalogue_orders', ARRAY['product_id', 'day'], ARRAY['pieces'],
  'product_id, day, ±quantity', 'is_active');
CALL create_rollup('product_demand_daily', 'campaign_cart_items', ARRAY['product_id', 'day'], ARRAY['pieces'],
  'product_id, (created_at AT TIME ZONE ''Europe/Podgorica'')::date, ±quantity');
CALL create_rollup('product_demand_daily', 'slider_orders', ARRAY['product_id', 'day'], ARRAY['pieces'],
  'product_id, (created_at AT TIME ZONE ''Europe/Podgorica'')::date, ±quantity');

-- ===== Webhooks ====================================================================================================

-- Addresses of other programs that hear what happens here.
CREATE TABLE webhooks (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  url text NOT NULL,
  events text[] NOT NULL,
  -- on; paused by a person, its events wait; off because nobody has answered for a day, and then nothing is stored for
  -- it.
  state text NOT NULL DEFAULT 'on',
  is_active boolean NOT NULL GENERATED ALWAYS AS (state = 'on') STORED,
  created_by integer REFERENCES users,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX webhooks_name_taken ON webhooks (name_folded);
CALL track_versions('webhooks');
CALL audit_table('webhooks');

-- What its calls are signed with, needed as it is. A replaced secret still signs for a day, together with its
-- successor.
CREATE TABLE webhook_secrets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  secret text NOT NULL,
  expires_at timestamptz
);
CREATE INDEX webhook_secrets_webhook ON webhook_secrets (webhook_id);

-- How its last calls went: no change of the record.
CREATE TABLE webhook_health (
  webhook_id integer PRIMARY KEY REFERENCES webhooks ON DELETE CASCADE,
  -- In a row, up to now.
  failures integer NOT NULL DEFAULT 0,
  -- Until then nothing is sent there.
  paused_until timestamptz NOT NULL DEFAULT now(),
  succeeded_at timestamptz
);

-- What happened, written in its transaction. The content is read when it is first sent, and stored for every retry.
CREATE TABLE webhook_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid uuid NOT NULL DEFAULT gen_random_uuid(),
  type text NOT NULL,
  record_id integer NOT NULL,
  data jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_events_record ON webhook_events (record_id, type);
CREATE INDEX webhook_events_age ON webhook_events (created_at);

-- The outbox. A delivery is due at next_at; whoever takes it moves next_at on, so that it is due again if that node
-- dies.
CREATE TABLE webhook_deliveries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  event_id bigint NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting',
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  give_up_at timestamptz NOT NULL DEFAULT now() + interval '1 day',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
-- The log of one webhook in its order, and how many of it were given up.
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id) WHERE state = 'failed';
CALL count_changes('webhook_deliveries');

CREATE TABLE webhook_attempts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id integer NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  duration_ms integer NOT NULL,
  -- Null: there was no answer, and error says why.
  status integer,
  error text,
  -- The first of what was answered.
  response_body text
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id, id);

-- Adds an event for whoever wants to hear it, and costs one look at a short table where nobody does. What changes
-- several times in one transaction is one event. An undo is news, for programs have heard of what it takes back; a
-- restore is not.
CREATE FUNCTION enqueue_webhooks(event text, records integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.sums', true) = 'off' OR NOT EXISTS (
    SELECT FROM webhooks WHERE state <> 'off' AND event = ANY(events)
  ) THEN
    RETURN;
  END IF;
  WITH told AS (
    INSERT INTO webhook_events (type, record_id)
    SELECT event, record FROM unnest(records) AS record WHERE NOT EXISTS (
      SELECT FROM webhook_events AS same WHERE same.record_id = record AND same.type = event
        AND same.xmin = pg_current_xact_id()::xid)
    RETURNING id
  )
  INSERT INTO webhook_deliveries (webhook_id, event_id)
  SELECT webhooks.id, told.id FROM told CROSS JOIN webhooks
  WHERE state <> 'off' AND event = ANY(events) ORDER BY told.id, webhooks.id;
  PERFORM pg_notify('webhooks', '');
END $$;

-- For tables each of whose rows is an event by itself: the event of a new row, and of a changed one.
CREATE FUNCTION enqueue_row_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_webhooks(CASE TG_OP WHEN 'INSERT' THEN TG_ARGV[0] ELSE TG_ARGV[1] END, ARRAY(SELECT id FROM after));
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_new AFTER INSERT ON catalogue_orders REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_row_webhooks('order.created');
CREATE TRIGGER webhooks_changed AFTER UPDATE ON catalogue_orders REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_row_webhooks('', 'order.changed');
CREATE TRIGGER webhooks_new AFTER INSERT ON slider_orders REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_row_webhooks('promotion_order.created');
CREATE TRIGGER webhooks_new AFTER INSERT ON customer_support REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_row_webhooks('support_message.created');
CREATE TRIGGER webhooks_new AFTER INSERT ON partners REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_row_webhooks('partner.changed');
CREATE TRIGGER webhooks_changed AFTER UPDATE ON partners REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_row_webhooks('', 'partner.changed');
CREATE TRIGGER webhooks_new AFTER INSERT ON campaign_cart_items REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_row_webhooks('cart_item.created');

CREATE FUNCTION enqueue_cart_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_webhooks('cart_item.delivered', ARRAY(SELECT after.id FROM after JOIN before USING (id)
    WHERE after.is_delivered AND NOT before.is_delivered));
  PERFORM enqueue_webhooks('cart_item.changed', ARRAY(SELECT after.id FROM after JOIN before USING (id)
    WHERE NOT after.is_delivered OR before.is_delivered));
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_changed AFTER UPDATE ON campaign_cart_items
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION enqueue_cart_webhooks();

-- Of what is gone nothing is left to be read later.
CREATE FUNCTION enqueue_removal_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_webhooks(TG_ARGV[0], ARRAY(SELECT id FROM before));
  UPDATE webhook_events SET data = (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(before))
      WHERE key IN ('id', 'campaign_id', 'slider_id', 'partner_id', 'product_id', 'quantity'))
    FROM before WHERE record_id = before.id AND type = TG_ARGV[0] AND data IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_old AFTER DELETE ON campaign_cart_items REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_removal_webhooks('cart_item.removed');
CREATE TRIGGER webhooks_old AFTER DELETE ON slider_registrations REFERENCING OLD TABLE AS before
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_removal_webhooks('sign_up.removed');

CREATE FUNCTION enqueue_category_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_webhooks('partner.changed', ARRAY(SELECT DISTINCT partner_id FROM changed
    WHERE EXISTS (SELECT FROM partners WHERE partners.id = partner_id)));
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_new AFTER INSERT ON partner_categories REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_category_webhooks();
CREATE TRIGGER webhooks_old AFTER DELETE ON partner_categories REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_category_webhooks();

-- The days of a sign-up are written after it: its event waits for them, and is of a new one in the transaction that
-- made it.
CREATE FUNCTION enqueue_sign_up_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_webhooks('sign_up.created', ARRAY(SELECT id FROM slider_registrations
    WHERE id IN (SELECT slider_registration_id FROM changed) AND created_at = now()));
  PERFORM enqueue_webhooks('sign_up.changed', ARRAY(SELECT id FROM slider_registrations
    WHERE id IN (SELECT slider_registration_id FROM changed) AND created_at <> now()));
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_new AFTER INSERT ON slider_registration_days REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_sign_up_webhooks();
CREATE TRIGGER webhooks_old AFTER DELETE ON slider_registration_days REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_sign_up_webhooks();
