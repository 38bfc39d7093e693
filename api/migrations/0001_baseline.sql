-- The database schema of Kontor. The first part has what all tables share: text functions, dates, and the functions and
-- procedures for versions, history, rules, trees and rollups. The second part has a section per feature with its
-- tables, indexes, triggers and initial rows.
--
-- A released migration is never edited: migrate() compares its checksum (api/src/lib/database/migrate.ts). A change of
-- the schema is a new file with the next number.
--
-- Collations: `kontor` sorts by the Montenegrin alphabet and is for text that people read. ensureCollation() creates it
-- before the migrations run (api/src/lib/database/collation.ts). "C" is for text that is only compared.
--
-- Columns that many tables have:
--   <column>_folded             fold() of the column, for search and unique constraints
--   <column>_percent            true if the number in <column> is a percentage, false if it is an amount in euros
--   is_active                   false is a soft delete
--   version                     starts at 1 and is raised by every update, for optimistic locking
--   created_at, updated_at      the time of the transaction that created or last updated the row
--
-- The checksums of a backup cover whole rows in the order of their columns. Add new columns at the end of a table.
--
-- Settings of a transaction, all optional (api/src/lib/database/triggers.ts and current-user.ts):
--   kontor.acting_user = <id>   the user who makes the call; unset for the server itself
--   kontor.history = off        History triggers write no entries. For imports, bulk edits and their undo, which write
--                               one entry for all rows, for the demo data and for a restore.
--   kontor.rules = off          raise_rule_violation() and the triggers that derive columns do nothing. For a restore
--                               and the demo data, which write rows in the state that they had.
--   kontor.sums = off           No rollups and no webhook events. For a restore, which loads the rollup tables.
--   kontor.undo = on            The transaction undoes a change: see record_quantity_change().

-- ===== Text ========================================================================================================

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Folds text for search and unique constraints: lower case without diacritics, Cyrillic transliterated to Latin.
-- foldSql() in contract/src/lib/text/fold.ts generates this function; fold.db.test.ts compares the two.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
  -- ASCII needs lower() only, Montenegrin letters a few replacements. The full table costs ten times that.
  SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value COLLATE "C")
    WHEN octet_length(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj')) = length(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj')) THEN lower(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj') COLLATE "C")
    ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(translate(lower(value COLLATE "C"), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄǎǍǟǞǡǠǻǺȁȀȃȂȧȦạẠảẢấẤầẦẩẨẫẪậẬắẮằẰẳẲẵẴặẶаАḃḂḅḄḇḆбБçÇćĆĉĈċĊčČḉḈчЧћЋцЦďĎḋḊḍḌḏḎḑḐḓḒдДèÈéÉêÊëËēĒĕĔėĖęĘěĚȅȄȇȆȩȨẹẸẻẺẽẼếẾềỀểỂễỄệỆеЕёЁэЭєЄḟḞфФĝĜğĞġĠģĢǧǦǵǴḡḠгГґҐѓЃĥĤħĦȟȞḣḢḥḤḧḦḩḨḫḪхХİìÌíÍîÎïÏĩĨīĪĭĬįĮıǐǏȉȈȋȊḭḬḯḮỉỈịỊиИіІїЇйЙĵĴǰјЈķĶǩǨḱḰḳḲḵḴкКќЌĺĹļĻľĽŀĿłŁḷḶḹḸḻḺḽḼлЛḿḾṁṀṃṂмМñÑńŃņŅňŇŉǹǸṅṄṇṆṉṈṋṊнНòÒóÓôÔõÕöÖøØōŌŏŎőŐơƠǒǑǫǪǭǬǿǾȍȌȏȎȫȪȭȬȯȮȱȰọỌỏỎốỐồỒổỔỗỖộỘớỚờỜởỞỡỠợỢоОṕṔṗṖпПŕŔŗŖřŘȑȐȓȒṙṘṛṚṝṜṟṞрРśŚŝŜşŞšŠșȘſṡṠṣṢṥṤṧṦṩṨсСшШţŢťŤŧŦțȚṫṪṭṬṯṮṱṰẗтТùÙúÚûÛüÜũŨūŪŭŬůŮűŰųŲưƯǔǓǖǕǘǗǚǙǜǛȕȔȗȖụỤủỦứỨừỪửỬữỮựỰуУўЎṽṼṿṾвВŵŴẁẀẃẂẅẄẇẆẉẈẋẊẍẌýÝÿŸŷŶȳȲẏẎẙỳỲỵỴỷỶỹỸыЫźŹżŻžŽẑẐẓẒẕẔжЖзЗ̴̵̶̷̸̡̢̧̨̛̖̗̘̙̜̝̞̟̠̣̤̥̦̩̪̫̬̭̮̯̰̱̲̳̹̺̻̼͇͈͉͍͎̀́̂̃̄̅̆̇̈̉̊̋̌̍̎̏̐̑̒̓̔̽̾̿̀́͂̓̈́͆͊͋͌̕̚ͅ͏͓͔͕͖͙͚͐͑͒͗͛ͣͤͥͦͧͨͩͪͫͬͭͮͯ͘͜͟͢͝͞͠͡', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbccccccccccccccccccddddddddddddddeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeffffgggggggggggggggggggghhhhhhhhhhhhhhhhhhiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiijjjjjkkkkkkkkkkkkkkllllllllllllllllllllmmmmmmmmnnnnnnnnnnnnnnnnnnnnnoooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooopppppprrrrrrrrrrrrrrrrrrrrssssssssssssssssssssssssstttttttttttttttttttuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuvvvvvvwwwwwwwwwwwwxxxxyyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzzzzzzz'), 'ǅ', 'dz'), 'ǈ', 'lj'), 'ǋ', 'nj'), 'ẞ', 'ss'), 'đ', 'dj'), 'Đ', 'dj'), 'ђ', 'dj'), 'Ђ', 'dj'), 'љ', 'lj'), 'Љ', 'lj'), 'њ', 'nj'), 'Њ', 'nj'), 'џ', 'dz'), 'Џ', 'dz'), 'ǆ', 'dz'), 'Ǆ', 'dz'), 'ǉ', 'lj'), 'Ǉ', 'lj'), 'ǌ', 'nj'), 'Ǌ', 'nj'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'), 'щ', 'sc'), 'Щ', 'sc'), 'ю', 'ju'), 'Ю', 'ju'), 'я', 'ja'), 'Я', 'ja') END
$fold$;

-- The search index of a folded text: the six characters that start at each position of each word, fewer at the end of a
-- word. Every substring of a word is then a prefix of one part or is covered by several parts. dj counts as d, because
-- people type both for đ. The queries are built by wordParts() in api/src/lib/lists/search.ts; a test compares the two.
-- The function costs far more than reading the text: call it in index expressions and index conditions only.
CREATE FUNCTION word_parts(value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100
AS $$
DECLARE
  word text;
  parts text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(value, ' ') LOOP
    FOR start_position IN 1..length(word) LOOP
      parts := parts || CASE WHEN strpos(word, 'dj') = 0 THEN substr(word, start_position, 6)
        ELSE left(replace(substr(word, start_position, 12), 'dj', 'd'), 6) END;
    END LOOP;
  END LOOP;
  RETURN array_to_tsvector(parts);
END $$;

-- Normalises license plates and account numbers for comparison: removes whitespace and invisible characters, replaces
-- full-width letters by ASCII and all dashes by a hyphen. fold(compact(value)) is foldCompact() of the contract
-- (contract/src/lib/text/fold.ts); fold.db.test.ts compares the two.
CREATE FUNCTION compact(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $compact$
  SELECT regexp_replace(regexp_replace(
    translate(value COLLATE "C", '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～', '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
    '[\u0009-\u000d\u0020\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[\u2010-\u2015\u2212\ufe58\ufe63]', '-', 'g')
$compact$;

-- ===== Dates and times =============================================================================================

-- The current date in the time zone of the office.
CREATE FUNCTION office_day() RETURNS date LANGUAGE sql STABLE AS $$
  SELECT (now() AT TIME ZONE 'Europe/Podgorica')::date
$$;

-- The current time by the clock of the database, for records that start or end at a time. Tests replace this function.
CREATE FUNCTION office_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() $$;

-- ===== Versions and change counters ================================================================================

-- Counts the statements that changed a table, in the transaction of the change. A cached total of a list is valid until
-- the sum of the slots has changed (TotalCache in api/src/lib/lists/totals.ts). Each table has 32 slots, so that
-- concurrent writers rarely wait for the same row.
CREATE TABLE change_counters (
  table_name text NOT NULL,
  slot smallint NOT NULL,
  changes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (table_name, slot)
) WITH (fillfactor = 50);

-- Statement trigger of count_changes(). The id of the backend process selects the slot.
CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE change_counters SET changes = changes + 1
    WHERE table_name = TG_TABLE_NAME AND slot = pg_backend_pid() % 32;
  RETURN NULL;
END $$;

-- Creates the slots and the trigger of a table. Call it for every table that a list reads. The trigger fires once per
-- statement, also for a statement that changes no row.
CREATE PROCEDURE count_changes(table_name text) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_counters (table_name, slot) SELECT count_changes.table_name, generate_series(0, 31);
  EXECUTE format('CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION count_change()', table_name);
END $$;

-- Row trigger of every versioned table: raises `version` and sets `updated_at`. Migration 0005 replaces it.
CREATE FUNCTION increment_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;

-- Creates or replaces the version trigger of a table. audit_table() calls it again after a column was added. The
-- trigger ignores `ancestors` of a tree, which is derived from the parent, and columns whose comment has the word
-- 'unversioned': an open form is not outdated by a change of these.
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

-- Adds a change counter and the version trigger. Call it for every table whose rows people edit.
CREATE PROCEDURE track_versions(table_name text) LANGUAGE plpgsql AS $$
BEGIN
  CALL count_changes(table_name);
  CALL create_version_trigger(table_name);
END $$;

-- Statement trigger: sends NOTIFY on the channel of its first argument. Every node receives it after the commit.
CREATE FUNCTION notify_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], '');
  RETURN NULL;
END $$;

-- ===== History =====================================================================================================

-- The id of the user who makes the call (kontor.acting_user); null for the server itself.
CREATE FUNCTION acting_user() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('kontor.acting_user', true), '')::integer
$$;

-- The audit log: who changed which record, when, and the old and new values. Triggers write it in the transaction of
-- the change. Entries are only inserted.
CREATE TABLE history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null for the server itself. No foreign key: an entry outlives its user.
  user_id integer DEFAULT acting_user(),
  table_name text NOT NULL,
  -- Null for an import of a whole list, whose rows are in import_rows.
  record_id integer,
  -- The name of the record at that time; for an import the name of its file.
  record_name text COLLATE kontor,
  -- Written by the triggers and not generated: PostgreSQL plans a generated column for every statement, which cost more
  -- than the rest of the insert.
  record_name_folded text COLLATE "C",
  -- create, update, delete, import, undo, bulk, bulk_undo. No CHECK: it is planned for every statement, too.
  action text NOT NULL,
  -- Old and new value by column: {"price": [10, 12.5]}. For an import its counts: {"created": [null, 3]}.
  changes jsonb NOT NULL,
  import_id integer
);
CREATE INDEX history_record ON history (table_name, record_id, id);
CREATE INDEX history_user ON history (user_id, at);
CREATE INDEX history_at ON history (at, id);
CREATE INDEX history_import ON history (import_id) WHERE import_id IS NOT NULL;

-- Rejects UPDATE, DELETE and TRUNCATE of the history, also by the owner of the database. The transaction that inserted
-- an entry may still update it: see audit_links().
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

-- Creates or replaces the history trigger of a table. Call it for every table of records, and again after a column was
-- added. `name_column` is the column that names a record to people; it must have a <name_column>_folded.
--
-- The trigger function is generated column by column: a generic one that compared two rows as JSON took three times as
-- long. An entry has the columns that differ, each with the old and the new value. A column with a _percent flag is
-- written as one value, '12.5%' for a percentage. Passwords, hashes, secrets and tokens are written as '•••'. Left out
-- are id, version, timestamps, _folded and _version columns, `ancestors`, and columns whose comment has 'unaudited'.
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
        format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', attname) || CASE WHEN has_percent
          THEN format(' OR OLD.%1$I IS DISTINCT FROM NEW.%1$I', attname || '_percent') ELSE '' END AS differs,
        CASE WHEN attname ~ '(password|hash|secret|token)' THEN format('CASE WHEN $.%I IS NOT NULL THEN ''•••'' END', attname)
          WHEN has_percent THEN format('CASE WHEN $.%I THEN to_jsonb(trim_scale($.%I)::text || ''%%'') ELSE to_jsonb($.%2$I) END',
            attname || '_percent', attname)
          ELSE format('$.%I', attname) END AS value
      FROM pg_attribute AS own, LATERAL (SELECT EXISTS (SELECT FROM pg_attribute AS flag
        WHERE flag.attrelid = own.attrelid AND flag.attname = own.attname || '_percent')) AS percent_column(has_percent)
      WHERE attrelid = table_name::regclass AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN ('id', 'version', 'created_at', 'updated_at') AND attname !~ '(_(folded|percent|version)|^ancestors)$'
        AND coalesce(col_description(attrelid, attnum), '') !~ '\munaudited\M'
    ) AS columns;
  -- In a row trigger OLD is all null for an INSERT, and NEW for a DELETE.
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
  -- The list of the history counts again after a change of any of its tables.
  IF NOT EXISTS (SELECT FROM change_counters WHERE change_counters.table_name = audit_table.table_name) THEN
    CALL count_changes(table_name);
  END IF;
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = table_name::regclass AND tgfoid = 'increment_version'::regproc) THEN
    CALL create_version_trigger(table_name);
  END IF;
END $$;

-- Statement trigger of a table that links records. The links are written to the history as a field of their owner:
-- {"categories": [[1, 2], [2, 3]]}. If the transaction already has an entry of the owner, the field is added to it.
-- Arguments: owner table, owner column, linked column, field, name column of the owner.
CREATE FUNCTION audit_links() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner_table text := TG_ARGV[0];
  field text := TG_ARGV[3];
  owner record;
  latest record;
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
    SELECT id, changes, xmin = pg_current_xact_id()::xid AS is_own_transaction INTO latest
      FROM history WHERE history.table_name = owner_table AND record_id = owner.id ORDER BY id DESC LIMIT 1;
    IF latest.is_own_transaction THEN
      UPDATE history SET changes = changes || jsonb_build_object(field,
        jsonb_build_array(coalesce(latest.changes -> field -> 0, owner.before), owner.now)) WHERE id = latest.id;
    ELSE
      INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
      VALUES (owner_table, owner.id, owner.name, fold(owner.name), 'update', jsonb_build_object(field, jsonb_build_array(owner.before, owner.now)));
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Creates the triggers of audit_links() for a table that only links records. `owner_column` refers to the owner,
-- `linked_column` to the linked record, and `field` is the name of the links in the history.
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

-- Creates the history triggers of a table of lines, such as orders. `owner_column` refers to the owner of a line, whose
-- id becomes the record_id of the entry. `named_columns` are further references. The entry's name is made of the names
-- of the owner and of these records. A reference x_id must refer to a table xs with `name` and `name_folded`.
--
-- The triggers are per statement, because one save may have 20,000 lines. The folded name is concatenated from folded
-- names: fold() of the concatenated name took 115 µs per line instead of 6, because the separator is not ASCII.
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
        format('before.%1$I IS DISTINCT FROM now.%1$I', attname) || CASE WHEN has_percent
          THEN format(' OR before.%1$I IS DISTINCT FROM now.%1$I', attname || '_percent') ELSE '' END AS differs,
        CASE WHEN has_percent
          THEN format('CASE WHEN $.%I THEN to_jsonb(trim_scale($.%I)::text || ''%%'') ELSE to_jsonb($.%2$I) END',
            attname || '_percent', attname)
          ELSE format('$.%I', attname) END AS value
      FROM pg_attribute AS own, LATERAL (SELECT EXISTS (SELECT FROM pg_attribute AS flag
        WHERE flag.attrelid = own.attrelid AND flag.attname = own.attname || '_percent')) AS percent_column(has_percent)
      WHERE attrelid = table_name::regclass AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN ('id', 'version', 'created_at', 'updated_at') AND attname !~ '_percent$'
    ) AS columns;
  FOREACH op IN ARRAY ARRAY['INSERT', 'UPDATE', 'DELETE'] LOOP
    EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
  SELECT TG_TABLE_NAME, coalesce(now.%2$I, before.%2$I), named, folded, %3$L, changed
  FROM %4$s CROSS JOIN LATERAL (SELECT concat_ws('' · '', %5$s) AS named, concat_ws('' · '', %7$s) AS folded
    OFFSET 0) AS names -- keeps the planner from evaluating the names twice
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

-- Rules that a foreign key or a CHECK cannot express. They apply to every writer: forms, toggles, imports, undo. A
-- record that is in use cannot be deactivated, and an inactive record cannot be referenced by a new or changed record.
--
-- Locks: a writer that references a record locks it FOR SHARE before it reads is_active. A writer that deactivates a
-- record updates it first and then searches for references. So two concurrent writers cannot both pass.
--
-- Only changes are checked. Existing rows that violate a rule neither prevent a start nor other edits.

-- Raises check_violation with the rule as the name of the constraint and `detail` as JSON. The messages for people are
-- registered with registerConstraints() in the table.ts of the features.
CREATE FUNCTION raise_rule_violation(rule text, detail jsonb DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.rules', true) = 'off' THEN RETURN; END IF;
  RAISE EXCEPTION '%', rule USING ERRCODE = 'check_violation', CONSTRAINT = rule, DETAIL = coalesce(detail::text, '');
END $$;

-- Creates a trigger that rejects the deactivation of a record in use. `referencing_query` selects id and name of the
-- active records of `referencing_table` that refer to NEW. Rule: <table>_in_use. Its detail has the number of these
-- records and the first five.
CREATE PROCEDURE restrict_deactivation(table_name text, referencing_table text, referencing_query text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  detail jsonb;
BEGIN
  SELECT jsonb_build_object(''table'', %3$L, ''count'', count(*), ''records'',
      jsonb_agg(jsonb_build_object(''id'', id, ''name'', name) ORDER BY id) FILTER (WHERE ordinal <= 5)) INTO detail
    FROM (SELECT id, name, row_number() OVER (ORDER BY id) AS ordinal FROM (%4$s) AS referencing) AS referencing;
  IF (detail ->> ''count'')::int > 0 THEN PERFORM raise_rule_violation(%5$L, detail); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW
  WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION %1$I()',
    table_name || '_in_use_by_' || referencing_table, table_name, referencing_table, referencing_query, table_name || '_in_use');
END $$;

-- Creates triggers that require the referenced record to be active when the reference is inserted or changed, or when
-- `recheck_condition` is true, by default when the referencing record is reactivated. The referenced record is locked
-- FOR SHARE. Rule: <table>_<reference>_inactive.
CREATE PROCEDURE require_active_reference(
  table_name text, reference_column text, referenced_table text, recheck_condition text DEFAULT 'NEW.is_active AND NOT OLD.is_active'
) LANGUAGE plpgsql AS $$
DECLARE
  rule text := format('%s_%s_inactive', table_name, regexp_replace(reference_column, '_id$', ''));
BEGIN
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  active boolean; -- null without such a record: the foreign key reports that
BEGIN
  SELECT is_active INTO active FROM %3$I WHERE id = NEW.%4$I FOR SHARE;
  IF NOT active THEN PERFORM raise_rule_violation(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %5$I AFTER INSERT ON %2$I FOR EACH ROW WHEN (NEW.is_active AND NEW.%4$I IS NOT NULL)
  EXECUTE FUNCTION %1$I();
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW
  WHEN (NEW.%4$I IS NOT NULL AND (NEW.%4$I IS DISTINCT FROM OLD.%4$I OR %6$s)) EXECUTE FUNCTION %1$I()',
    rule, table_name, referenced_table, reference_column, rule || '_new', recheck_condition);
END $$;

-- Creates the rules of a table that links records with categories. A category must be active when it is linked. A
-- linked category may be deactivated later only if no active owner refers to it, and at least one category of an owner
-- must be active when `recheck_condition` is true, by default when the owner is reactivated. Categories are locked FOR
-- SHARE in the order of their ids. Rules: <links>_category_inactive, <owner>_categories_inactive, categories_in_use.
CREATE PROCEDURE create_category_links(
  owner_table text, links_table text, owner_column text, recheck_condition text DEFAULT 'NEW.is_active AND NOT OLD.is_active'
) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  -- The condition is outside of the locking query. Inside, it could skip a row that is being deactivated concurrently.
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM categories
    WHERE id = ANY (ARRAY(SELECT DISTINCT category_id FROM added)) ORDER BY id FOR SHARE) AS locked)
  THEN PERFORM raise_rule_violation(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER INSERT ON %2$I REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION %1$I()',
    links_table || '_category_inactive', links_table);
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF NOT (SELECT bool_or(is_active) FROM (SELECT is_active FROM categories
    WHERE id IN (SELECT category_id FROM %3$I WHERE %4$I = NEW.id) ORDER BY id FOR SHARE) AS locked)
  THEN PERFORM raise_rule_violation(%1$L); END IF;
  RETURN NULL;
END $body$;
CREATE TRIGGER %1$I AFTER UPDATE ON %2$I FOR EACH ROW WHEN (%5$s) EXECUTE FUNCTION %1$I()',
    owner_table || '_categories_inactive', owner_table, links_table, owner_column, recheck_condition);
  CALL restrict_deactivation('categories', owner_table, format(
    'SELECT id, name FROM %1$I JOIN %2$I ON %2$I.%3$I = id WHERE category_id = NEW.id AND is_active', owner_table, links_table, owner_column));
END $$;

-- ===== Generated resources =========================================================================================

-- Creates a table of records with an id, `columns`, the standard columns, a _folded column for each column with COLLATE
-- kontor, versions and history. `name_column` is the column that names a record to people.
CREATE PROCEDURE create_resource_table(table_name text, columns text, name_column text DEFAULT 'name') LANGUAGE plpgsql AS $$
DECLARE
  text_column record;
BEGIN
  EXECUTE format('CREATE TABLE %I (
    id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    %s,
    is_active boolean NOT NULL DEFAULT true,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now())', table_name, columns);
  FOR text_column IN SELECT attname AS name, attnotnull AS is_required FROM pg_attribute
    WHERE attrelid = table_name::regclass AND attnum > 0 AND attcollation = (SELECT oid FROM pg_collation WHERE collname = 'kontor')
    ORDER BY attnum
  LOOP
    EXECUTE format('ALTER TABLE %I ADD %I text COLLATE "C" %s GENERATED ALWAYS AS (fold(%I)) STORED',
      table_name, text_column.name || '_folded', CASE WHEN text_column.is_required THEN 'NOT NULL' END, text_column.name);
  END LOOP;
  CALL track_versions(table_name);
  CALL audit_table(table_name, name_column);
END $$;

-- Adds a unique constraint on the folded text of a column; with `scope_column`, unique within the same owner. Nulls are
-- distinct. Rule: <table>_<column>_taken.
CREATE PROCEDURE add_unique_folded(table_name text, column_name text, scope_column text DEFAULT NULL) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I UNIQUE (%s%I)', table_name,
    format('%s_%s_taken', table_name, column_name), quote_ident(scope_column) || ', ', column_name || '_folded');
END $$;

-- Makes the _folded column of an existing column fold(compact(…)) and adds the unique constraint. Works on a table with
-- rows: of equal texts the first active one stays unchanged, the others get ' #<id>' appended, for people to correct. A
-- text longer than `max_length` characters is cut to that length with ' #<id>' at its end.
CREATE PROCEDURE add_compact_column(table_name text, column_name text, max_length integer) LANGUAGE plpgsql AS $$
DECLARE
  folded_column text := column_name || '_folded';
BEGIN
  EXECUTE format('UPDATE %1$I SET %2$I = left(%2$I, $1 - length('' #'' || id)) || '' #'' || id
    WHERE length(%2$I) > $1 OR id IN (SELECT id FROM (SELECT id, row_number() OVER (
      PARTITION BY fold(compact(%2$I)) ORDER BY is_active DESC, id) AS ordinal FROM %1$I) AS duplicates WHERE ordinal > 1)',
    table_name, column_name) USING max_length;
  EXECUTE format('ALTER TABLE %1$I DROP COLUMN %3$I CASCADE,
    ADD %3$I text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(compact(%2$I))) STORED',
    table_name, column_name, folded_column);
  CALL add_unique_folded(table_name, column_name);
END $$;

-- Adds a foreign key with an index and require_active_reference(). With `name_column`, the column that names a record
-- of `table_name` to people, the referenced record cannot be deactivated while an active record refers to it.
-- Rules: <table>_<reference>_missing, <table>_<reference>_inactive, and <referenced_table>_in_use.
CREATE PROCEDURE add_reference(table_name text, reference_column text, referenced_table text, name_column text DEFAULT NULL) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (%I) REFERENCES %I', table_name,
    format('%s_%s_missing', table_name, regexp_replace(reference_column, '_id$', '')), reference_column, referenced_table);
  EXECUTE format('CREATE INDEX %I ON %I (%I)', table_name || '_' || reference_column, table_name, reference_column);
  CALL require_active_reference(table_name, reference_column, referenced_table);
  IF name_column IS NOT NULL THEN
    CALL restrict_deactivation(referenced_table, table_name,
      format('SELECT id, %I AS name FROM %I WHERE %I = NEW.id AND is_active', name_column, table_name, reference_column));
  END IF;
END $$;

-- ===== Trees =======================================================================================================

-- A node refers to its parent. `ancestors` has the ids of all nodes above it, the root first. A deleted node has
-- is_active = false for 30 days; its descendants count as deleted without being changed: see isAlive() in
-- api/src/lib/tree/tree.ts.

-- Locks the whole tree until the transaction ends (advisory lock). Inserts, moves, deletions and restores of nodes take
-- it, so that concurrent moves cannot create a cycle and no node is added below one that is being deleted. Called by
-- the triggers of create_tree() and by lockTree() in api/src/lib/tree/tree.ts.
CREATE FUNCTION lock_tree(table_name text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtext('tree ' || table_name))
$$;

-- Creates the indexes and triggers of a tree. The table must have the columns of TreeColumns in
-- api/src/lib/tree/tree.ts. A tree has at most 32 levels.
-- Rules: <table>_cycle, <table>_depth, <table>_parent_item, <table>_parent_missing (also for a deleted parent).
CREATE PROCEDURE create_tree(table_name text, parent_column text) LANGUAGE plpgsql AS $$
BEGIN
  CALL track_versions(table_name);
  EXECUTE format('CREATE INDEX %I ON %I USING gin (ancestors)', table_name || '_by_ancestors', table_name);
  EXECUTE format('CREATE INDEX %I ON %I (%I)', table_name || '_by_parent', table_name, parent_column);
  EXECUTE format('CREATE INDEX %I ON %I (deleted_at) WHERE NOT is_active', table_name || '_deleted', table_name);
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  PERFORM lock_tree(TG_TABLE_NAME); -- before any row lock
  RETURN NULL;
END $body$;
CREATE TRIGGER lock_tree_new BEFORE INSERT ON %2$I FOR EACH STATEMENT EXECUTE FUNCTION %1$I();
CREATE TRIGGER lock_tree BEFORE UPDATE OF %3$I, is_active ON %2$I FOR EACH STATEMENT EXECUTE FUNCTION %1$I()',
    'lock_' || table_name, table_name, parent_column);
  -- Sets `ancestors` and checks the rules. The cached plans of the function are made while the table is small and stay
  -- in use while thousands of rows are inserted, so sequential scans are disabled.
  EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $body$
DECLARE
  parent record;
  subtree_depth integer := 0; -- levels below the node that move with it
BEGIN
  IF current_setting(''kontor.rules'', true) = ''off'' THEN RETURN NEW; END IF; -- a restore writes ancestors itself
  IF NEW.%3$I IS NULL THEN
    NEW.ancestors := ''{}'';
  ELSE
    SELECT ancestors || id AS path, is_item, is_active AND NOT EXISTS (SELECT FROM %2$I AS deleted
        WHERE deleted.id = ANY (node.ancestors) AND NOT deleted.is_active) AS is_alive INTO parent
      FROM %2$I AS node WHERE id = NEW.%3$I;
    IF NEW.id = NEW.%3$I OR NEW.id = ANY (parent.path) THEN PERFORM raise_rule_violation(%4$L); END IF;
    IF parent.is_alive IS NOT TRUE THEN PERFORM raise_rule_violation(%5$L); END IF;
    IF parent.is_item THEN PERFORM raise_rule_violation(%6$L); END IF;
    NEW.ancestors := parent.path;
  END IF;
  IF TG_OP = ''UPDATE'' THEN
    SELECT coalesce(max(cardinality(ancestors)) - cardinality(OLD.ancestors), 0) INTO subtree_depth
      FROM %2$I WHERE ancestors @> ARRAY[NEW.id];
  END IF;
  IF cardinality(NEW.ancestors) + 1 + subtree_depth > 32 THEN PERFORM raise_rule_violation(%7$L); END IF;
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

-- ===== Rollups =====================================================================================================

-- Rollup tables: sums that screens read instead of the source rows. A key may have several rows; a reader adds them up.
-- Each statement inserts one row per key with its difference, and merges into it the existing rows of the key that are
-- not locked (FOR UPDATE SKIP LOCKED). So writers never wait for each other and cannot deadlock.

-- Creates the triggers of one source and fills the rollup table from the existing rows. `keys` and `amounts` are
-- columns of the rollup table. `row_expressions` are their values for one source row, in the same order; ± stands for
-- the sign of an amount. `row_condition` restricts the source rows. A rollup table needs a column `id`.
CREATE PROCEDURE create_rollup(rollup_table text, source_table text, keys text[], amounts text[], row_expressions text, row_condition text DEFAULT 'true')
LANGUAGE plpgsql AS $$
DECLARE
  op text;
  key_list text := array_to_string(keys, ', ');
  amount_list text := array_to_string(amounts, ', ');
  sum_list text;
  has_change text;
BEGIN
  SELECT string_agg(format('sum(%1$s) AS %1$s', one), ', '), string_agg(format('sum(%s) <> 0', one), ' OR ')
    INTO sum_list, has_change FROM unnest(amounts) AS one;
  FOREACH op IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF current_setting(''kontor.sums'', true) = ''off'' THEN RETURN NULL; END IF; -- a restore loads the rollup table
  WITH source_rows (%2$s, %3$s) AS (%4$s),
  deltas AS (SELECT %2$s, %5$s FROM source_rows GROUP BY %2$s HAVING %6$s),
  unlocked AS MATERIALIZED (SELECT own.id FROM %7$I AS own JOIN deltas USING (%2$s) FOR UPDATE OF own SKIP LOCKED),
  merged AS (DELETE FROM %7$I WHERE id IN (SELECT id FROM unlocked) RETURNING %2$s, %3$s)
  INSERT INTO %7$I (%2$s, %3$s) SELECT %2$s, %5$s
    FROM (SELECT * FROM deltas UNION ALL SELECT * FROM merged) AS rows GROUP BY %2$s HAVING %6$s;
  RETURN NULL;
END $body$',
      format('rollup_%s_of_%s_%s', rollup_table, source_table, op), key_list, amount_list,
      concat_ws(' UNION ALL ',
        CASE WHEN op <> 'delete' THEN format('SELECT %s FROM after WHERE %s', replace(row_expressions, '±', ''), row_condition) END,
        CASE WHEN op <> 'insert' THEN format('SELECT %s FROM before WHERE %s', replace(row_expressions, '±', '-'), row_condition) END),
      sum_list, has_change, rollup_table);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      format('rollup_%s_%s', rollup_table, op), op, source_table,
      CASE op WHEN 'insert' THEN 'NEW TABLE AS after' WHEN 'delete' THEN 'OLD TABLE AS before'
        ELSE 'OLD TABLE AS before NEW TABLE AS after' END,
      format('rollup_%s_of_%s_%s', rollup_table, source_table, op));
  END LOOP;
  EXECUTE format('WITH source_rows (%1$s, %2$s) AS (SELECT %3$s FROM %4$I WHERE %5$s)
    INSERT INTO %6$I (%1$s, %2$s) SELECT %1$s, %7$s FROM source_rows GROUP BY %1$s HAVING %8$s',
    key_list, amount_list, replace(row_expressions, '±', ''), source_table, row_condition, rollup_table, sum_list, has_change);
END $$;

-- Rollup: the number of records of a source table by kind, for the home page.
CREATE TABLE record_counts (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  source text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  records bigint NOT NULL
);
CREATE INDEX record_counts_kind ON record_counts (source, kind);

-- Counts the records of a table in record_counts. `kind_expression` is the kind of a source row.
CREATE PROCEDURE create_count(source_table text, kind_expression text DEFAULT 'CASE WHEN is_active THEN ''active'' ELSE ''inactive'' END')
LANGUAGE plpgsql AS $$
BEGIN
  CALL create_rollup('record_counts', source_table, ARRAY['source', 'kind'], ARRAY['records'], format('%L, %s, ±1', source_table, kind_expression));
END $$;

-- ===== Settings and roles ==========================================================================================

-- The settings of the installation: one row with a column for each setting, so that the history has them separately.
CREATE TABLE settings (
  id integer PRIMARY KEY CONSTRAINT settings_single CHECK (id = 1),
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  -- Generated resources that are hidden in the menu, on the home page, in the command palette and among the
  -- permissions.
  hidden_resources text[] NOT NULL DEFAULT '{}',
  -- Roles whose users must have a second factor.
  second_factor_roles text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- Inserted before the triggers exist: the initial row is not in the history.
INSERT INTO settings (id, name) VALUES (1, 'Kancelarija');
CALL track_versions('settings');
CALL audit_table('settings');

-- Differences from the default permissions of a role: `given` are permissions added, `taken` permissions removed. The
-- defaults are in contract/src/permissions.ts. A role with its defaults has no row. user_admin (Direktor) never has
-- one.
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

-- The history of a role has the permissions that were granted and revoked, not two complete lists.
CREATE FUNCTION audit_roles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  granted text[];
  revoked text[];
BEGIN
  SELECT array_agg(permission ORDER BY permission) INTO granted FROM (
    SELECT unnest(NEW.given) AS permission EXCEPT SELECT unnest(OLD.given)
    UNION (SELECT unnest(OLD.taken) EXCEPT SELECT unnest(NEW.taken))) AS given;
  SELECT array_agg(permission ORDER BY permission) INTO revoked FROM (
    SELECT unnest(NEW.taken) AS permission EXCEPT SELECT unnest(OLD.taken)
    UNION (SELECT unnest(OLD.given) EXCEPT SELECT unnest(NEW.given))) AS taken;
  IF granted IS NOT NULL OR revoked IS NOT NULL THEN
    INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
    VALUES ('roles', NEW.id, NEW.name, fold(NEW.name), 'update', jsonb_strip_nulls(jsonb_build_object(
      'given', CASE WHEN granted IS NOT NULL THEN jsonb_build_array(NULL, granted) END,
      'taken', CASE WHEN revoked IS NOT NULL THEN jsonb_build_array(NULL, revoked) END)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_table AFTER INSERT OR UPDATE ON roles FOR EACH ROW
  WHEN (current_setting('kontor.history', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION audit_roles();

-- The location of the stored files, as of the last start of the server: host/bucket/folder of the S3 bucket, empty for
-- the local disk. Backup and restore compare it with their own configuration (api/src/lib/storage/location.ts).
CREATE TABLE storage_location (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  bucket text NOT NULL
);

-- ===== Countries, cities and categories ============================================================================

-- Countries, referenced by cities and partners.
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

-- Cities, referenced by partners and stores. Names are unique within a country.
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

-- Groups of partners. Sliders, campaigns, notifications and tree nodes refer to the categories whose partners see them.
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

-- The customers of the office. The id is the customer number of the office's accounting and is entered by hand. An
-- amount is in euros or, if its _percent flag is set, a percentage. The number is stored as entered and sorts as such.
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
  -- All columns from here on are optional. Searched columns have a _folded column: folding 20,000 rows per search took
  -- 200 ms.
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
-- Partial indexes: few partners have these references, and imports of thousands of partners write no index entries.
CREATE INDEX partners_superior ON partners (superior_partner_id) WHERE superior_partner_id IS NOT NULL;
CREATE INDEX partners_type ON partners (partner_type_id) WHERE partner_type_id IS NOT NULL;
CREATE INDEX partners_country ON partners (country_id) WHERE country_id IS NOT NULL;
-- For the largest debts on the home page. The expressions must be those of largestDebts() in
-- api/src/features/home/day/queries.ts.
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
-- Only a newly set superior partner must be active. It may be deactivated while others refer to it.
CALL require_active_reference('partners', 'superior_partner_id', 'partners', 'false');

-- A partner must not be its own superior, directly or through others. The advisory lock serialises all changes of
-- superiors, so that two concurrent ones cannot create a cycle. Rule: partners_superior_cycle.
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

-- The categories of a partner.
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

-- Accounts: staff (partner_id is null), users of partners, and one user for each API key.
CREATE TABLE users (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  username text COLLATE kontor NOT NULL,
  username_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(username)) STORED,
  password_hash text NOT NULL,
  -- The default is the role with the fewest permissions. user_admin Direktor, user_manager Menadžer, user_engineer
  -- Stručni saradnik, user_financier Poslovni sekretar.
  role text NOT NULL DEFAULT 'user_engineer'
    CHECK (role IN ('user_admin', 'user_manager', 'user_engineer', 'user_financier')),
  -- Set for users of a partner, null for staff.
  partner_id integer CONSTRAINT users_partner_missing REFERENCES partners,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Optional, unique ignoring case.
  email text,
  email_folded text COLLATE "C" GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED,
  -- True for the user of an API key (api_keys), so that history and foreign keys can refer to it. It cannot sign in:
  -- its username has capital letters, which normalising an entered username removes, and its password_hash is no hash.
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

-- At least one active Direktor who is staff and no API key must exist: only this role is sure to have the permission to
-- appoint one. The advisory lock serialises concurrent deactivations of different users. Rule: users_last_staff.
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

-- The columns of a list that a user has chosen, and the number of rows per page.
CREATE TABLE list_preferences (
  user_id integer NOT NULL REFERENCES users,
  list text COLLATE "C" NOT NULL,
  columns jsonb,
  size integer,
  PRIMARY KEY (user_id, list)
);

-- Saved views of lists. The declaration of the list validates a view when it is saved. When it is read, columns that no
-- longer exist are left out.
CREATE TABLE views (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list text COLLATE "C" NOT NULL,
  user_id integer NOT NULL REFERENCES users,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  is_shared boolean NOT NULL,
  -- Filters by column, search, sort, columns and page size.
  state jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX views_name_taken ON views (user_id, list, name_folded);
CREATE INDEX views_shared ON views (list) WHERE is_shared;

-- Responses by Idempotency-Key: a repeated request gets the first response and has no further effect. Written in the
-- transaction of the request, so that a failed request leaves no row. Deleted after two days.
CREATE TABLE idempotency_keys (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  key text NOT NULL,
  -- SHA-256 of the request. The same key with another request is an error.
  request bytea NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- ----- Sign-in -----------------------------------------------------------------------------------------------------

-- Sessions of signed-in users, valid until expires_at. Ending a session deletes its row.
CREATE TABLE sessions (
  -- SHA-256 of the token. The token itself is not stored.
  token_hash bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Identifies the session in the user's list of sessions.
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  address text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Rate limits of passwords and second factors: failed attempts by counter key, each with its limit. Stored in the
-- database so that all nodes share them. See api/src/features/session/attempts/rules.ts.
CREATE TABLE login_attempts (
  key text PRIMARY KEY,
  attempts integer NOT NULL,
  max_attempts integer NOT NULL,
  resets_at timestamptz NOT NULL
);

-- Devices and networks from which a user has signed in within the last 60 days. They have rate limits of their own, so
-- that attempts of strangers cannot lock the user out. token_hash is the SHA-256 of the token of the device. Several
-- users may share one device.
CREATE TABLE known_devices (
  token_hash bytea NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  network text NOT NULL,
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (token_hash, user_id, network)
);
CREATE INDEX known_devices_user ON known_devices (user_id);

-- A new password invalidates the known devices: the former password may have been stolen on one of them.
CREATE FUNCTION delete_known_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM known_devices WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_known_devices AFTER UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash)
  EXECUTE FUNCTION delete_known_devices();

-- The log of sign-in attempts. username is only set if a user of that name exists, because people enter passwords into
-- that field. Only the server inserts rows. They are deleted after 90 days.
CREATE TABLE sign_ins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id integer REFERENCES users ON DELETE SET NULL,
  username text COLLATE kontor,
  username_folded text COLLATE "C",
  outcome text NOT NULL,
  -- The second factor, or the credential that replaced the password, such as api_key.
  factor text,
  address text COLLATE "C" NOT NULL,
  browser text,
  system text,
  -- The number of attempts that the row stands for. Beyond a limit per minute, the attempts of one network, or of all,
  -- are counted in one row.
  attempts integer NOT NULL DEFAULT 1
);
CREATE INDEX sign_ins_at ON sign_ins (at, id);
CREATE INDEX sign_ins_user ON sign_ins (user_id, at);
CALL count_changes('sign_ins');

-- Links for setting a new password: at most one per user, valid once. token_hash is the SHA-256 of the token.
CREATE TABLE password_links (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);

-- A change of password, email, is_active or partner invalidates the link of the user.
CREATE FUNCTION delete_password_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM password_links WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_password_links AFTER UPDATE OF password_hash, email, is_active, partner_id ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.email IS DISTINCT FROM NEW.email
    OR OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION delete_password_links();

-- ----- Second factors ----------------------------------------------------------------------------------------------

-- Second factors of staff users: an authenticator app (TOTP), passkeys, and recovery codes on paper.

-- The TOTP secret is stored in plain text because codes are computed from it. It is returned to the user during setup
-- only and is never in the history.
CREATE TABLE totp_factors (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- The last 30-second time step whose code was accepted. Codes of this and earlier steps are rejected.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null until the first code was entered. An unconfirmed secret is not a second factor.
  confirmed_at timestamptz,
  last_used_at timestamptz
);

-- Passkeys (WebAuthn credentials).
CREATE TABLE passkeys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- base64url, as browsers encode it.
  credential_id text NOT NULL CONSTRAINT passkeys_credential_taken UNIQUE,
  public_key bytea NOT NULL,
  -- The signature counter that the authenticator reported last; 0 if it has none.
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_user ON passkeys (user_id);

-- Unused recovery codes. code_hash is the SHA-256 of the code.
CREATE TABLE recovery_codes (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Sign-ins that have passed the password and lack the second factor. A ticket is valid for one sign-in within minutes,
-- as long as the password and the factors of the user are unchanged. ticket_hash is the SHA-256 of the ticket.
CREATE TABLE sign_in_tickets (
  ticket_hash bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  password_hash text NOT NULL,
  -- The WebAuthn challenge that a passkey has to sign.
  challenge text NOT NULL,
  failed_attempts integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tickets_user ON sign_in_tickets (user_id);
CREATE INDEX sign_in_tickets_expiry ON sign_in_tickets (expires_at);

-- The WebAuthn challenge for registering a passkey, at most one per session.
CREATE TABLE passkey_challenges (
  session bytea PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL
);

-- The history of a user has the adding and removing of TOTP and passkeys, without their secrets. A passkey is written
-- by its name.
CREATE FUNCTION audit_factor() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_value jsonb;
  new_value jsonb;
BEGIN
  IF TG_TABLE_NAME = 'passkeys' THEN
    old_value := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) -> 'name' ELSE 'null' END;
    new_value := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) -> 'name' ELSE 'null' END;
  ELSE
    old_value := to_jsonb(TG_OP <> 'INSERT' AND OLD.confirmed_at IS NOT NULL);
    new_value := to_jsonb(TG_OP <> 'DELETE' AND NEW.confirmed_at IS NOT NULL);
  END IF;
  IF old_value IS DISTINCT FROM new_value THEN
    INSERT INTO history (table_name, record_id, record_name, record_name_folded, action, changes)
    SELECT 'users', id, name, name_folded, 'update',
      jsonb_build_object(CASE TG_TABLE_NAME WHEN 'passkeys' THEN 'passkey' ELSE 'totp' END, jsonb_build_array(old_value, new_value))
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

-- Deletes the open tickets of the user, and with the last confirmed factor the recovery codes.
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

-- A change of password, is_active or partner deletes the open tickets of the user.
CREATE FUNCTION delete_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sign_in_tickets WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER delete_tickets AFTER UPDATE OF password_hash, is_active, partner_id ON users
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash
    OR OLD.is_active IS DISTINCT FROM NEW.is_active OR OLD.partner_id IS DISTINCT FROM NEW.partner_id)
  EXECUTE FUNCTION delete_tickets();

-- The list of users shows whether a user has a second factor.
CALL count_changes('totp_factors');
CALL count_changes('passkeys');

-- ----- API keys ----------------------------------------------------------------------------------------------------

-- API keys of other programs. Each has a user with the same id, which is named in history and foreign keys. The server
-- keeps name, role and is_active of that user equal to the key's; the user's name has an addition.
CREATE TABLE api_keys (
  id integer PRIMARY KEY REFERENCES users,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  role text NOT NULL,
  -- The subset of the role's permissions that the key has; null for all of them.
  rights text[],
  -- The first characters of the token, for recognition.
  prefix text NOT NULL,
  -- The last day on which the key is valid; null for no end.
  ends_on date,
  created_by integer REFERENCES users,
  -- False is revoked. A revoked key is never reactivated.
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- Names of active keys are unique, so that the history is unambiguous. The name of a revoked key can be used again.
CREATE UNIQUE INDEX api_keys_name_taken ON api_keys (name_folded) WHERE is_active;
CALL track_versions('api_keys');
CALL audit_table('api_keys');

-- The SHA-256 of the tokens. A table of its own, because the last use must not change the version of the key.
CREATE TABLE api_key_tokens (
  token_hash bytea PRIMARY KEY,
  key_id integer NOT NULL UNIQUE REFERENCES api_keys,
  -- Accurate to five minutes.
  last_used_at timestamptz
);

-- ----- Events ------------------------------------------------------------------------------------------------------

-- Events for open browsers, sent by server-sent events. Deleted after one day: within it a stream can resume after the
-- last event that it received. Written by publish() in api/src/lib/realtime/events.ts.
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The receiver; null for the staff or, with to_partners, for the users of all partners.
  user_id integer REFERENCES users ON DELETE CASCADE,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  to_partners boolean NOT NULL DEFAULT false,
  -- The permission that staff need to receive the event; null for a single user and for partners.
  permission text
);
CREATE INDEX events_reader ON events (user_id, id);

-- Serialises the inserts until the transaction ends (advisory lock), so that ids are committed in ascending order. A
-- reader that resumes after an id misses no event. Insert events last in a transaction.
CREATE FUNCTION serialize_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('events'));
  RETURN NULL;
END $$;
CREATE TRIGGER serialize_events BEFORE INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION serialize_events();
CREATE TRIGGER notify_events AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('events');

-- The server checks its open streams after every change of what a session may receive: see EventHub in
-- api/src/lib/realtime/events.ts.
CREATE TRIGGER notify_sessions AFTER DELETE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER UPDATE OF is_active ON users
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions_of_role AFTER UPDATE OF role ON users
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER UPDATE OF is_active ON partners
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER INSERT OR UPDATE OR DELETE ON roles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
-- Also after a change that leaves a user without a required second factor.
CREATE TRIGGER notify_sessions AFTER DELETE ON totp_factors FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER DELETE ON passkeys FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');
CREATE TRIGGER notify_sessions AFTER UPDATE OF second_factor_roles ON settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_channel('sessions');

-- ===== Mails and push messages =====================================================================================

-- The outbox of mails. Migration 0006 drops it.
CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  data jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  give_up_at timestamptz NOT NULL
);
CREATE INDEX mails_due ON mails (next_at, id);

-- Push devices of users: an FCM registration token or, with p256dh and auth, the endpoint of a web push subscription.
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

-- Users of partners who have signed in to the partners' app, with their first and last sign-in.
CREATE TABLE signed_in_partners (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  registered_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz NOT NULL DEFAULT now()
);
CALL count_changes('signed_in_partners');

-- Push messages. Each is in the inbox of its recipients and is delivered to their devices.
CREATE TABLE pushes (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  title text COLLATE kontor NOT NULL,
  text text COLLATE kontor NOT NULL,
  link text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL count_changes('pushes');

-- The inbox of a user: the push messages addressed to it, also without a device.
CREATE TABLE push_recipients (
  push_id integer NOT NULL REFERENCES pushes ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  read_at timestamptz,
  PRIMARY KEY (push_id, user_id)
);
CREATE INDEX push_recipients_user ON push_recipients (user_id, push_id);
CALL count_changes('push_recipients');

-- The outbox of push messages: one row per device. A pending row is sent at next_at. The node that sends it first moves
-- next_at ahead, so that another node retries if this one fails. No more attempts after give_up_at.
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

-- The VAPID key pair of web push. The server generates it unless one is configured.
CREATE TABLE vapid_keys (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  public_key text NOT NULL,
  private_key text NOT NULL
);

-- ===== Imports and bulk edits ======================================================================================

-- Imports and bulk edits. import_rows has the former values of their records, so that they can be undone. `created` and
-- `updated` are numbers of records. `kind` is the name of the list.
CREATE TABLE imports (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  user_id integer NOT NULL REFERENCES users,
  file_name text NOT NULL,
  created integer NOT NULL,
  updated integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz,
  -- The unfinished operation; null for none. Migration 0002 drops this column.
  under_way text CHECK (under_way IN ('import', 'undo')),
  -- The record whose lines were imported, for imports into one record such as a campaign; null for a whole list.
  owner_id integer,
  -- The changes of a bulk edit; null for an import.
  bulk jsonb
);
CALL count_changes('imports');
CREATE INDEX imports_kind ON imports (kind, id);
-- For the last bulk edit that can be undone. Partial, because synchronisation with an ERP adds many thousands of
-- imports.
CREATE INDEX imports_bulk ON imports (kind, id) WHERE undone_at IS NULL AND bulk ->> 'action' = 'bulk';

-- One row for each record that an import or a bulk edit wrote. record_id is an id in the table that imports.kind names.
CREATE TABLE import_rows (
  import_id integer NOT NULL REFERENCES imports ON DELETE CASCADE,
  record_id integer NOT NULL,
  -- The former values; null for a record that the import created.
  before jsonb,
  -- The version of the record after the import. An undo is possible while the record still has it.
  version integer NOT NULL,
  -- The values that the import wrote.
  after jsonb,
  -- The undo has left this record unchanged, because it was changed after the import or is in use.
  excluded_from_undo boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, record_id)
);
CREATE INDEX import_rows_record ON import_rows (record_id);

-- ===== Records that belong to a partner ============================================================================

-- These records stay when their partner is deactivated. An inactive partner cannot get new ones.

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

-- Notes of the staff about a partner. Partners cannot read them.
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

-- ===== Other generated resources ===================================================================================

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

-- The uploaded document of a service. `services.template` is its name as uploaded.
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

-- Articles. erp_code is the code in the ERP of the office. quantity is the stock in pieces at quantity_set_at.
CREATE TABLE products (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  erp_code text COLLATE kontor NOT NULL,
  erp_code_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(erp_code)) STORED,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  description text COLLATE kontor,
  description_folded text COLLATE "C" GENERATED ALWAYS AS (fold(description)) STORED,
  -- Euros. 0 for a product that was imported without a price.
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
-- Word parts also find words of one or two letters, which have no trigram. Codes have most trigrams in common, so a
-- trigram index is of little use for them.
CREATE INDEX products_parts ON products
  USING gin (word_parts(erp_code_folded), word_parts(name_folded), word_parts(description_folded));
CREATE INDEX products_out_of_stock ON products (id) WHERE is_active AND quantity = 0;

-- Columns that triggers write.
ALTER TABLE products
  -- When a form or an import last set the quantity. Orders after that time are subtracted from the stock.
  ADD COLUMN quantity_set_at timestamptz NOT NULL DEFAULT now(),
  -- Up to ten former values of quantity_set_at, the latest first. An undo of a quantity restores the former time, so
  -- that the orders since then are subtracted again. Several changes can be undone one after the other.
  ADD COLUMN previous_quantity_set_at timestamptz[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN products.quantity_set_at IS 'unaudited';
COMMENT ON COLUMN products.previous_quantity_set_at IS 'unaudited';
-- Row trigger: records when the quantity was set. With kontor.undo = on it restores the former time instead.
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

-- Shops of the office. latitude and longitude are in degrees.
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

-- Telephone numbers of a store.
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

-- Messages to partners, sent at once or at send_at. A scheduled one can be edited, sent and cancelled until then.
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

-- The categories to whose partners a notification is sent.
CREATE TABLE notification_categories (
  notification_id integer NOT NULL REFERENCES notifications ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT notification_categories_category_missing REFERENCES categories,
  PRIMARY KEY (notification_id, category_id)
);
CALL audit_links('notification_categories', 'notifications', 'notification_id', 'category_id', 'categories', 'subject');

-- The partners to whom a notification is sent.
CREATE TABLE notification_partners (
  notification_id integer NOT NULL REFERENCES notifications ON DELETE CASCADE,
  partner_id integer NOT NULL CONSTRAINT notification_partners_partner_missing REFERENCES partners,
  PRIMARY KEY (notification_id, partner_id)
);

-- ===== Customer support ============================================================================================

-- Canned replies of the staff for chats and customer support.
CALL create_resource_table('replies', 'name text COLLATE kontor NOT NULL, text text COLLATE kontor NOT NULL,
  used_in text NOT NULL CHECK (used_in IN (''both'', ''chat'', ''support''))');
CALL add_unique_folded('replies', 'name');

-- Questions (1), suggestions (2) and complaints (3) of partners. is_active is false once they are resolved.
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

-- Raises the version only: updated_at stays the time of the message.
CREATE FUNCTION increment_version_of_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER increment_version BEFORE UPDATE ON customer_support
  FOR EACH ROW EXECUTE FUNCTION increment_version_of_message();

-- The state of the conversation that a customer support message starts. A table of its own, because a reply must not
-- change the version, the dates and the history of the message.
CREATE TABLE support_threads (
  customer_support_id integer PRIMARY KEY REFERENCES customer_support ON DELETE CASCADE,
  last_at timestamptz NOT NULL,
  last_from_office boolean NOT NULL DEFAULT false,
  -- Unread messages of the partner for the office, and of the office for the partner.
  office_unread integer NOT NULL DEFAULT 0 CHECK (office_unread >= 0),
  user_unread integer NOT NULL DEFAULT 0 CHECK (user_unread >= 0),
  office_read_at timestamptz,
  user_read_at timestamptz,
  -- The staff user who handles the conversation; null for none.
  taken_by integer REFERENCES users,
  taken_at timestamptz CHECK ((taken_at IS NULL) = (taken_by IS NULL))
);
CREATE INDEX support_threads_last ON support_threads (last_at, customer_support_id);
CREATE INDEX support_threads_unread ON support_threads (customer_support_id) WHERE office_unread > 0;
CREATE INDEX support_threads_taken ON support_threads (taken_by) WHERE taken_by IS NOT NULL;

-- The messages of a conversation, the first one a copy of customer_support.message_content. created_at is unique within
-- a conversation and orders its messages.
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

-- Row trigger: creates the conversation and its first message. Not during a restore, which loads both tables.
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

-- The state of an active slider: hidden, ended, scheduled or visible. is_active is not considered.
CREATE FUNCTION slider_state(is_visible boolean, visible_from timestamptz, visible_until timestamptz)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT is_visible THEN 'hidden' WHEN visible_until <= office_now() THEN 'ended'
    WHEN visible_from > office_now() THEN 'scheduled' ELSE 'visible' END
$$;

-- Announcements in the partners' app. Types: 1 Slika (picture), 2 Promocija (a product to order), 3 Seminar (days to
-- register for), 4 Obuka (a video with a chat). Columns that a type does not use are null.
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
  -- Partners see a visible slider from visible_from until before visible_until; null for no limit.
  visible_from timestamptz,
  visible_until timestamptz,
  -- The state that was last published to browsers: see slider_state(). It may be out of date until the next check of
  -- the clock. Read slider_state() for the current one.
  state text COLLATE "C" NOT NULL DEFAULT 'visible',
  -- A push message is to be sent when the slider becomes visible.
  is_push_due boolean NOT NULL DEFAULT false,
  CONSTRAINT sliders_moments CHECK (visible_until > visible_from)
);
COMMENT ON COLUMN sliders.state IS 'unversioned';
COMMENT ON COLUMN sliders.is_push_due IS 'unversioned';
CALL track_versions('sliders');
CALL audit_table('sliders');
CREATE INDEX sliders_by_updated_at ON sliders (updated_at, id);
CREATE INDEX sliders_product ON sliders (product_id);

-- Row trigger: sets sliders.state.
CREATE FUNCTION set_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := slider_state(NEW.is_visible, NEW.visible_from, NEW.visible_until);
  RETURN NEW;
END $$;
-- Not during a restore: the state is restored as it was, and the next check of the clock updates it.
CREATE TRIGGER set_state BEFORE INSERT OR UPDATE ON sliders FOR EACH ROW
  WHEN (current_setting('kontor.rules', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION set_state();

-- The product is checked again when the slider is reactivated or made visible. A hidden slider does not keep its
-- product from being deactivated. It does keep its categories from being deactivated.
CALL require_active_reference('sliders', 'product_id', 'products',
  'NEW.is_active AND (NOT OLD.is_active OR NEW.is_visible AND NOT OLD.is_visible)');
CALL restrict_deactivation('products', 'sliders',
  'SELECT id, name FROM sliders WHERE product_id = NEW.id AND is_active AND is_visible');

-- The type cannot change once partners have registered or ordered. The writers of registrations and orders lock the
-- slider FOR SHARE. Rule: sliders_type_used.
CREATE FUNCTION sliders_type_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM slider_registrations WHERE slider_id = NEW.id)
    OR EXISTS (SELECT FROM slider_orders WHERE slider_id = NEW.id) THEN PERFORM raise_rule_violation('sliders_type_used'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sliders_type_used AFTER UPDATE ON sliders FOR EACH ROW
  WHEN (NEW.type <> OLD.type) EXECUTE FUNCTION sliders_type_used();

-- The categories whose partners see a slider.
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

-- Registrations of partners for a Seminar, each with at least one row in slider_registration_days.
CREATE TABLE slider_registrations (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  slider_id integer NOT NULL REFERENCES sliders,
  partner_id integer NOT NULL CONSTRAINT slider_registrations_partner REFERENCES partners,
  -- The user who last chose the days.
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT slider_registrations_once UNIQUE (slider_id, partner_id)
);
CREATE INDEX slider_registrations_partner_id ON slider_registrations (partner_id);
CREATE INDEX slider_registrations_user ON slider_registrations (user_id);
CALL count_changes('slider_registrations');

-- The registered days. No foreign key to slider_dates: the days stay when the office removes one from the Seminar, so
-- that it knows whom to inform.
CREATE TABLE slider_registration_days (
  slider_registration_id integer NOT NULL REFERENCES slider_registrations ON DELETE CASCADE,
  day date NOT NULL,
  PRIMARY KEY (slider_registration_id, day)
);

-- Orders of a Promocija, one row per order. product_id is the product at the time of the order.
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

-- Conversations in an Obuka, one per user of a partner who has opened it.
CREATE TABLE message_threads (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  slider_id integer NOT NULL REFERENCES sliders,
  user_id integer NOT NULL REFERENCES users,
  -- The first characters and the time of the last message, and the numbers of unread messages: the list of
  -- conversations does not read messages.
  last_message text,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  office_unread integer NOT NULL DEFAULT 0,
  user_unread integer NOT NULL DEFAULT 0,
  -- created_at of the last message that each side has read.
  office_read_at timestamptz,
  user_read_at timestamptz,
  CONSTRAINT message_threads_once UNIQUE (slider_id, user_id)
) WITH (fillfactor = 70);
CREATE INDEX message_threads_user ON message_threads (user_id);
CREATE INDEX message_threads_unread ON message_threads (slider_id) WHERE office_unread > 0;
-- The list of all conversations, the latest first.
CREATE INDEX message_threads_last ON message_threads (last_at DESC, id DESC);

-- Messages of a conversation. Within it created_at is unique and committed in ascending order, so that a reader can
-- resume after the last created_at. The writer locks the row of the thread for that.
CREATE TABLE messages (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  message_thread_id integer NOT NULL REFERENCES message_threads,
  message text NOT NULL,
  from_office boolean NOT NULL,
  -- The staff author; null for messages of the partner and for the welcome message.
  user_admin_id integer REFERENCES users CHECK (user_admin_id IS NULL OR from_office),
  created_at timestamptz NOT NULL,
  CONSTRAINT messages_order UNIQUE (message_thread_id, created_at)
);
CREATE INDEX messages_user_admin ON messages (user_admin_id);

-- ===== Campaigns ===================================================================================================

-- Whether partners see a campaign today. Both dates are inclusive.
CREATE FUNCTION campaign_is_shown(
  is_active boolean, is_visible boolean, visible_from date, visible_until date
) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT is_active AND is_visible
    AND (visible_from IS NULL OR visible_from <= office_day())
    AND (visible_until IS NULL OR visible_until >= office_day())
$$;

-- Time-limited offers. Types: 1 Količinska (limited quantities of products), 2 Cjenovna (prices, and an amount of cash
-- for each partner).
CREATE TABLE campaigns (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  description text NOT NULL,
  image text NOT NULL,
  campaign_type_id smallint NOT NULL CHECK (campaign_type_id IN (1, 2)),
  is_visible boolean NOT NULL DEFAULT true,
  -- Partners see a visible campaign from visible_from to visible_until, both inclusive; null for no limit.
  visible_from date,
  visible_until date CONSTRAINT campaigns_days CHECK (visible_until >= visible_from),
  -- campaign_is_shown() as last published to browsers. It may be out of date until the next check of the date.
  is_shown boolean NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  -- Version of the linked categories, partners and products, for optimistic locking of their form.
  details_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN campaigns.is_shown IS 'unversioned';
COMMENT ON COLUMN campaigns.details_version IS 'unversioned';
CALL track_versions('campaigns');
CALL audit_table('campaigns');
CREATE INDEX campaigns_by_updated_at ON campaigns (updated_at, id);

-- Row trigger: sets campaigns.is_shown.
CREATE FUNCTION set_is_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_shown := campaign_is_shown(NEW.is_active, NEW.is_visible, NEW.visible_from, NEW.visible_until);
  RETURN NEW;
END $$;
-- Not during a restore: is_shown is restored as it was, and the next check of the date updates it.
CREATE TRIGGER set_is_shown BEFORE INSERT OR UPDATE ON campaigns FOR EACH ROW
  WHEN (current_setting('kontor.rules', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION set_is_shown();

-- The categories whose partners see a campaign.
CREATE TABLE campaign_categories (
  campaign_id integer NOT NULL REFERENCES campaigns ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT campaign_categories_category_missing REFERENCES categories,
  PRIMARY KEY (campaign_id, category_id)
);
CREATE INDEX campaign_categories_category ON campaign_categories (category_id);
CALL count_changes('campaign_categories');
CALL audit_links('campaign_categories', 'campaigns', 'campaign_id', 'category_id', 'categories');

-- The partners listed in a campaign. `cash` is what a partner may order in a Cjenovna, in euros or percent.
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

-- The products of a campaign. A null price or quantity is that of the product.
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

-- Lines that partners ordered in campaigns, with the price in euros at the time of the order. A cancelled line is
-- deleted; the history has it.
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

-- Products of active, visible campaigns that have not ended cannot be deactivated.
CALL restrict_deactivation('products', 'campaigns', 'SELECT campaigns.id, name FROM campaigns
  JOIN campaign_products ON campaign_id = campaigns.id WHERE product_id = NEW.id AND is_active AND is_visible
  AND (visible_until IS NULL OR visible_until >= office_day())');

-- A product must be active when it is added to a campaign. Products are locked FOR SHARE in the order of their ids.
-- Rule: campaign_products_product_inactive.
CREATE FUNCTION campaign_products_product_inactive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM products
    WHERE id IN (SELECT product_id FROM added) ORDER BY id FOR SHARE) AS locked)
  THEN PERFORM raise_rule_violation('campaign_products_product_inactive'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_products_product_inactive AFTER INSERT ON campaign_products
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION campaign_products_product_inactive();

-- All products of a campaign must be active when it is reactivated, made visible or given another last day, unless it
-- has ended. Products are locked FOR SHARE in the order of their ids. Rule: campaigns_products_inactive.
CREATE FUNCTION campaigns_products_inactive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM products
    WHERE id IN (SELECT product_id FROM campaign_products WHERE campaign_id = NEW.id) ORDER BY id FOR SHARE) AS locked)
  THEN PERFORM raise_rule_violation('campaigns_products_inactive'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaigns_products_inactive AFTER UPDATE ON campaigns FOR EACH ROW
  WHEN (NEW.is_active AND NEW.is_visible AND (NOT OLD.is_active OR NOT OLD.is_visible
    OR NEW.visible_until IS DISTINCT FROM OLD.visible_until)
    AND (NEW.visible_until IS NULL OR NEW.visible_until >= office_day())) EXECUTE FUNCTION campaigns_products_inactive();

-- A partner must be active and have a category of the campaign when it is added.
-- Rules: campaign_partners_partner_inactive, campaign_partners_apart.
CREATE FUNCTION campaign_partners_apart() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added JOIN partners ON partners.id = partner_id WHERE NOT is_active) THEN
    PERFORM raise_rule_violation('campaign_partners_partner_inactive');
  END IF;
  IF EXISTS (SELECT FROM added WHERE NOT EXISTS (SELECT FROM campaign_categories AS campaign_category
    JOIN partner_categories AS partner_category USING (category_id)
    WHERE campaign_category.campaign_id = added.campaign_id AND partner_category.partner_id = added.partner_id)) THEN
    PERFORM raise_rule_violation('campaign_partners_apart');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_partners_apart AFTER INSERT ON campaign_partners
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION campaign_partners_apart();

-- The type cannot change once partners have ordered. An order locks the campaign FOR KEY SHARE through its foreign key,
-- so it blocks no other edit. Only a change of the type locks FOR UPDATE and waits for uncommitted orders. Rule:
-- campaigns_type_used.
CREATE FUNCTION campaigns_type_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM campaign_cart_items WHERE campaign_id = NEW.id) THEN
    PERFORM raise_rule_violation('campaigns_type_used'); -- before the lock: does not wait for uncommitted orders
  END IF;
  PERFORM FROM campaigns WHERE id = NEW.id FOR UPDATE;
  IF EXISTS (SELECT FROM campaign_cart_items WHERE campaign_id = NEW.id) THEN
    PERFORM raise_rule_violation('campaigns_type_used');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER campaigns_type_used BEFORE UPDATE ON campaigns FOR EACH ROW
  WHEN (NEW.campaign_type_id <> OLD.campaign_type_id) EXECUTE FUNCTION campaigns_type_used();

-- The ordered pieces of a Količinska must not exceed the quantity of the product in the campaign. The row of
-- campaign_products is locked FOR UPDATE, which serialises orders of the same product. Rule: campaign_cart_items_left;
-- its detail has the remaining pieces.
CREATE FUNCTION campaign_cart_items_left() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  available integer;
  ordered bigint;
BEGIN
  SELECT coalesce(campaign_product.quantity, products.quantity) INTO available
    FROM campaign_products AS campaign_product JOIN products ON products.id = campaign_product.product_id
    JOIN campaigns ON campaigns.id = campaign_product.campaign_id AND campaign_type_id = 1
    WHERE campaign_product.campaign_id = NEW.campaign_id AND campaign_product.product_id = NEW.product_id FOR UPDATE OF campaign_product;
  IF available IS NULL THEN RETURN NULL; END IF; -- the other type, or the product was removed from the campaign
  SELECT sum(quantity) INTO ordered FROM campaign_cart_items
    WHERE campaign_id = NEW.campaign_id AND product_id = NEW.product_id;
  IF ordered > available THEN
    PERFORM raise_rule_violation('campaign_cart_items_left',
      jsonb_build_object('left', greatest(available - (ordered - NEW.quantity + coalesce(OLD.quantity, 0)), 0)));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_cart_items_left_new AFTER INSERT ON campaign_cart_items
  FOR EACH ROW EXECUTE FUNCTION campaign_cart_items_left();
CREATE TRIGGER campaign_cart_items_left AFTER UPDATE ON campaign_cart_items
  FOR EACH ROW WHEN (NEW.quantity > OLD.quantity) EXECUTE FUNCTION campaign_cart_items_left();

-- The quantity of a product in a Količinska must not be less than the ordered pieces, also when a removed product is
-- added again. Rule: campaign_products_ordered; its detail has the ordered pieces.
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

-- Statement trigger: raises details_version of the campaigns whose links were changed.
CREATE FUNCTION count_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE campaigns SET details_version = details_version + 1 WHERE id IN (SELECT campaign_id FROM changed);
  RETURN NULL;
END $$;
-- Creates the triggers of count_details() for a table of links.
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

-- ----- Rollups of campaigns ----------------------------------------------------------------------------------------

-- Rollup of campaign_cart_items by campaign and partner: all lines, and those not delivered yet. Amounts are in euros.
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

-- Rollup by campaign: ordered pieces and their total, the listed partners and their cash, the partners who have ordered
-- (buyers) and the cash that they have used. Amounts are in euros; cash in percent counts as 0.
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

-- Whether a partner has ordered in a campaign (buyers is 0 or 1) and how much of its cash it has used. Both depend on
-- all lines of the cart and not on differences, so concurrent writers cannot maintain them with create_rollup().
-- Instead, writers insert the campaign and partner into campaign_buyer_deltas, and apply_buyer_deltas() recomputes
-- those. Readers compute the pending ones with campaign_buyer(): see sumsOf in api/src/features/home/day/queries.ts.
CREATE TABLE campaign_buyers (
  campaign_id integer NOT NULL,
  partner_id integer NOT NULL,
  buyers smallint NOT NULL,
  cash_used numeric(24,3) NOT NULL,
  PRIMARY KEY (campaign_id, partner_id)
);
-- Campaigns and partners whose row in campaign_buyers is out of date.
CREATE TABLE campaign_buyer_deltas (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  campaign_id integer NOT NULL,
  partner_id integer NOT NULL
);

-- Computes the row of campaign_buyers from the current cart and cash.
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

-- Recomputes campaign_buyers for the pending deltas. Only one transaction at a time does so, under an advisory lock;
-- the others return at once and leave their deltas to a later call. Uncommitted deltas of other transactions are not
-- visible and stay pending.
CREATE FUNCTION apply_buyer_deltas() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('campaign_buyers')) THEN RETURN; END IF;
  WITH deltas AS (DELETE FROM campaign_buyer_deltas RETURNING campaign_id, partner_id)
  INSERT INTO campaign_buyers AS own (campaign_id, partner_id, buyers, cash_used)
    SELECT campaign_id, partner_id, buyer.buyers, buyer.cash_used
    FROM (SELECT DISTINCT campaign_id, partner_id FROM deltas) AS pairs
    CROSS JOIN LATERAL campaign_buyer(campaign_id, partner_id) AS buyer
    LEFT JOIN campaign_buyers AS stored USING (campaign_id, partner_id)
    WHERE buyer.buyers <> coalesce(stored.buyers, 0) OR buyer.cash_used <> coalesce(stored.cash_used, 0)
  ON CONFLICT (campaign_id, partner_id) DO UPDATE SET buyers = excluded.buyers, cash_used = excluded.cash_used;
END $$;

-- Creates the triggers that insert deltas and apply them. `row_expressions` are campaign, partner and two amounts of a
-- source row, with ± for the sign. Only pairs with a changed amount are inserted.
CREATE PROCEDURE record_buyer_deltas(source_table text, row_expressions text) LANGUAGE plpgsql AS $$
DECLARE
  op text;
BEGIN
  FOREACH op IN ARRAY ARRAY['insert', 'update', 'delete'] LOOP
    EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
  IF current_setting(''kontor.sums'', true) = ''off'' THEN RETURN NULL; END IF; -- a restore loads the tables
  INSERT INTO campaign_buyer_deltas (campaign_id, partner_id)
    SELECT campaign_id, partner_id FROM (%2$s) AS amounts (campaign_id, partner_id, amount_1, amount_2)
    GROUP BY campaign_id, partner_id HAVING sum(amount_1) <> 0 OR sum(amount_2) <> 0;
  IF FOUND THEN PERFORM apply_buyer_deltas(); END IF;
  RETURN NULL;
END $body$',
      format('update_buyers_of_%s_%s', source_table, op),
      concat_ws(' UNION ALL ',
        CASE WHEN op <> 'delete' THEN format('SELECT %s FROM after', replace(row_expressions, '±', '')) END,
        CASE WHEN op <> 'insert' THEN format('SELECT %s FROM before', replace(row_expressions, '±', '-')) END));
    -- Triggers fire in the order of their names. This one must come after rollup_cart_sums_…, whose sums it reads.
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      format('update_buyers_%s', op), op, source_table,
      CASE op WHEN 'insert' THEN 'NEW TABLE AS after' WHEN 'delete' THEN 'OLD TABLE AS before'
        ELSE 'OLD TABLE AS before NEW TABLE AS after' END,
      format('update_buyers_of_%s_%s', source_table, op));
  END LOOP;
END $$;
CALL record_buyer_deltas('campaign_cart_items', 'campaign_id, partner_id, ±1, ±price * quantity');
CALL record_buyer_deltas('campaign_partners', 'campaign_id, partner_id, ±(NOT cash_percent)::int * cash, 0');

-- ===== Technical support ===========================================================================================

-- The tree of manuals for partners: folders, files and links.
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
  -- The URL of a link.
  link text,
  -- Of a file: its name in the storage, its name as uploaded, its detected media type, its size in bytes, and when and
  -- by whom it was uploaded.
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

-- A node with categories, and everything below it, is visible only to partners with one of them. A node without
-- categories is visible to all.
CREATE TABLE technical_support_categories (
  technical_support_id integer NOT NULL REFERENCES technical_support ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT technical_support_categories_category_missing REFERENCES categories,
  PRIMARY KEY (technical_support_id, category_id)
);
CREATE INDEX technical_support_categories_category ON technical_support_categories (category_id);
CALL audit_links('technical_support_categories', 'technical_support', 'technical_support_id', 'category_id', 'categories');
-- An active node keeps its categories from being deactivated. Restoring a node does not check its categories: without
-- an active one no partner sees it. So the second rule of create_category_links() is dropped.
CALL create_category_links('technical_support', 'technical_support_categories', 'technical_support_id', 'false');
DROP FUNCTION technical_support_categories_inactive CASCADE;

-- Replaced files, deleted 30 days after replaced_at.
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

-- Downloads of files by partners.
CREATE TABLE technical_support_downloads (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  technical_support_id integer NOT NULL REFERENCES technical_support ON DELETE CASCADE,
  partner_id integer NOT NULL REFERENCES partners,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX technical_support_downloads_of ON technical_support_downloads (technical_support_id, partner_id);
CREATE INDEX technical_support_downloads_partner ON technical_support_downloads (partner_id);

-- ===== Catalogue ===================================================================================================

-- The tree of the catalogue: categories, and products in them. The name of a product node is a copy for the history;
-- screens show products.name.
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

-- The categories whose partners see a node: see technical_support_categories.
CREATE TABLE catalogue_categories (
  catalogue_id integer NOT NULL REFERENCES catalogue ON DELETE CASCADE,
  category_id integer NOT NULL CONSTRAINT catalogue_categories_category_missing REFERENCES categories,
  PRIMARY KEY (catalogue_id, category_id)
);
CREATE INDEX catalogue_categories_category ON catalogue_categories (category_id);
CALL audit_links('catalogue_categories', 'catalogue', 'catalogue_id', 'category_id', 'categories');
-- As for technical_support_categories: restoring a node does not check its categories.
CALL create_category_links('catalogue', 'catalogue_categories', 'catalogue_id', 'false');
DROP FUNCTION catalogue_categories_inactive CASCADE;

-- A product must be active when it is added. It may be deactivated later; partners then do not see it. Rule:
-- catalogue_product_inactive.
CREATE FUNCTION catalogue_product_inactive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (SELECT bool_and(is_active) FROM (SELECT is_active FROM products
    WHERE id IN (SELECT product_id FROM added) ORDER BY id FOR SHARE) AS locked)
  THEN PERFORM raise_rule_violation('catalogue_product_inactive'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER catalogue_product_inactive AFTER INSERT ON catalogue
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION catalogue_product_inactive();

-- Lines that partners ordered from the catalogue, with the price in euros at the time of the order. Lines that were
-- ordered together have the same basket. is_active is false once the office has set the line aside.
CREATE TABLE catalogue_orders (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  basket uuid NOT NULL DEFAULT gen_random_uuid(),
  partner_id integer NOT NULL CONSTRAINT catalogue_orders_partner REFERENCES partners,
  user_id integer NOT NULL REFERENCES users,
  product_id integer NOT NULL CONSTRAINT catalogue_orders_product REFERENCES products,
  price numeric(13,3) NOT NULL CHECK (price >= 0),
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 9999),
  total numeric(17,3) NOT NULL GENERATED ALWAYS AS (price * quantity) STORED,
  -- The partner confirmed the order although the stock was not sufficient.
  ignore_quantity boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  -- The date of the order in the time zone of the office.
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
-- For index-only scans: who ordered in a range of days, and what of it was out of stock.
CREATE INDEX catalogue_orders_active ON catalogue_orders (created_at) INCLUDE (partner_id, ignore_quantity)
  WHERE is_active;
CREATE INDEX catalogue_orders_out_of_stock ON catalogue_orders (created_at) INCLUDE (product_id)
  WHERE ignore_quantity AND is_active;

-- Sums of catalogue_orders by day, in stock or not, active or not. One row per key, unlike create_rollup(): writers of
-- the same day wait for each other until commit. Amounts are in euros.
CREATE TABLE catalogue_orders_daily (
  day date NOT NULL,
  ignore_quantity boolean NOT NULL,
  is_active boolean NOT NULL,
  orders bigint NOT NULL,
  pieces bigint NOT NULL,
  total numeric(24,3) NOT NULL,
  PRIMARY KEY (day, ignore_quantity, is_active)
);
-- Statement trigger: adds the difference to the sums of each day.
CREATE FUNCTION add_to_catalogue_orders_daily() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.sums', true) = 'off' THEN RETURN NULL; END IF; -- a restore loads the table
  -- ORDER BY makes all transactions lock the rows in the same order. Without it, a transaction that deactivates orders
  -- and one that reactivates others could deadlock.
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

-- Rollup for the home page: orders by day of the office, from campaigns and from sliders. Source promotions has the
-- orders of Promocija sliders and the registrations for Seminars, both with a total of 0. Catalogue orders are in
-- catalogue_orders_daily.
CREATE TABLE orders_daily (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  source text NOT NULL CHECK (source IN ('campaigns', 'promotions')),
  orders bigint NOT NULL,
  pieces bigint NOT NULL,
  total numeric(24,3) NOT NULL
);
CREATE INDEX orders_daily_day ON orders_daily (day, source);
CALL create_rollup('orders_daily', 'campaign_cart_items', ARRAY['day', 'source'], ARRAY['orders', 'pieces', 'total'],
  '(created_at AT TIME ZONE ''Europe/Podgorica'')::date, ''campaigns'', ±1, ±quantity, ±price * quantity');
CALL create_rollup('orders_daily', 'slider_orders', ARRAY['day', 'source'], ARRAY['orders', 'pieces', 'total'],
  '(created_at AT TIME ZONE ''Europe/Podgorica'')::date, ''promotions'', ±1, ±quantity, 0');
CALL create_rollup('orders_daily', 'slider_registrations', ARRAY['day', 'source'], ARRAY['orders', 'pieces', 'total'],
  '(created_at AT TIME ZONE ''Europe/Podgorica'')::date, ''promotions'', ±1, 0, 0');

-- Rollup: pieces of a product that partners ordered by day, in the catalogue, campaigns and sliders together.
CREATE TABLE product_demand_daily (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL,
  day date NOT NULL,
  pieces bigint NOT NULL
);
CREATE INDEX product_demand_daily_product ON product_demand_daily (product_id, day) INCLUDE (pieces);
CALL create_rollup('product_demand_daily', 'catalogue_orders', ARRAY['product_id', 'day'], ARRAY['pieces'],
  'product_id, day, ±quantity', 'is_active');
CALL create_rollup('product_demand_daily', 'campaign_cart_items', ARRAY['product_id', 'day'], ARRAY['pieces'],
  'product_id, (created_at AT TIME ZONE ''Europe/Podgorica'')::date, ±quantity');
CALL create_rollup('product_demand_daily', 'slider_orders', ARRAY['product_id', 'day'], ARRAY['pieces'],
  'product_id, (created_at AT TIME ZONE ''Europe/Podgorica'')::date, ±quantity');

-- ===== Webhooks ====================================================================================================

-- Webhooks: URLs of other programs to which events are posted.
CREATE TABLE webhooks (
  id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name text COLLATE kontor NOT NULL,
  name_folded text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(name)) STORED,
  url text NOT NULL,
  events text[] NOT NULL,
  -- on; paused: by a user, events are stored and sent later; off: after a day of failures or a 410, no events are
  -- stored.
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

-- The secrets that sign requests, in plain text because signatures are computed from them. After a rotation the former
-- secret also signs until expires_at; null for the current secret.
CREATE TABLE webhook_secrets (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id integer NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  secret text NOT NULL,
  expires_at timestamptz
);
CREATE INDEX webhook_secrets_webhook ON webhook_secrets (webhook_id);

-- The outcome of the last requests. A table of its own, because it must not change the version of the webhook.
CREATE TABLE webhook_health (
  webhook_id integer PRIMARY KEY REFERENCES webhooks ON DELETE CASCADE,
  -- Consecutive failures.
  failures integer NOT NULL DEFAULT 0,
  -- No request is sent before this time.
  paused_until timestamptz NOT NULL DEFAULT now(),
  succeeded_at timestamptz
);

-- Events, inserted in the transaction of the change. `data` is the payload: null until the first delivery, then the
-- same for every attempt. Deleted after 30 days, except events that a paused webhook still has to get.
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

-- The outbox of webhooks: one row per webhook and event. States: waiting, delivered, failed. A waiting row is sent at
-- next_at. The node that sends it first moves next_at ahead, so that another node retries if this one fails. No more
-- attempts after give_up_at.
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
-- For the log of one webhook, and for the number of its failed deliveries.
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at, id);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id) WHERE state = 'failed';
CALL count_changes('webhook_deliveries');

-- The attempts of a delivery.
CREATE TABLE webhook_attempts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id integer NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  duration_ms integer NOT NULL,
  -- The HTTP status; null without a response, then error has the reason.
  status integer,
  error text,
  -- The beginning of the response.
  response_body text
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id, id);

-- Inserts an event for each record and a delivery for each webhook that subscribes to the type. Without a subscriber it
-- only reads `webhooks`. Repeated changes of a record within a transaction are one event. An undo is an event, because
-- subscribers know of the change. A restore is none.
CREATE FUNCTION enqueue_webhooks(event_type text, record_ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.sums', true) = 'off' OR NOT EXISTS (
    SELECT FROM webhooks WHERE state <> 'off' AND event_type = ANY(events)
  ) THEN
    RETURN;
  END IF;
  WITH inserted AS (
    INSERT INTO webhook_events (type, record_id)
    SELECT event_type, record FROM unnest(record_ids) AS record WHERE NOT EXISTS (
      SELECT FROM webhook_events AS same WHERE same.record_id = record AND same.type = event_type
        AND same.xmin = pg_current_xact_id()::xid)
    RETURNING id
  )
  INSERT INTO webhook_deliveries (webhook_id, event_id)
  SELECT webhooks.id, inserted.id FROM inserted CROSS JOIN webhooks
  WHERE state <> 'off' AND event_type = ANY(events) ORDER BY inserted.id, webhooks.id;
  PERFORM pg_notify('webhooks', '');
END $$;

-- Statement trigger for tables whose rows are events. Arguments: the event type of an insert, and of an update.
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

-- Statement trigger: cart_item.delivered for lines that have become delivered, cart_item.changed for the others.
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

-- The record is deleted and cannot be read at delivery, so its ids and quantity are stored as the payload now.
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

-- Statement trigger: a change of the categories of a partner is partner.changed, unless the partner is being deleted.
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

-- The days of a registration are inserted after it, so its event is triggered by the days. It is sign_up.created in the
-- transaction that created the registration, else sign_up.changed.
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
