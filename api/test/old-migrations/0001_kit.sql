-- What every table leans on: folded search, cheap exact totals, versions.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Made from the table in contract/src/kit/text/fold.ts; a test holds the two together.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $fold$
  -- Plain ASCII needs lower() in the C collation alone, our own letters little more; the whole table costs ten times that.
  SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value COLLATE "C")
    WHEN octet_length(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj')) = length(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj')) THEN lower(replace(replace(translate(value, 'čćšžČĆŠŽ', 'ccszCCSZ'), 'đ', 'dj'), 'Đ', 'dj') COLLATE "C")
    ELSE replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(translate(lower(value COLLATE "C"), 'àÀáÁâÂãÃäÄåÅāĀăĂąĄǎǍǟǞǡǠǻǺȁȀȃȂȧȦạẠảẢấẤầẦẩẨẫẪậẬắẮằẰẳẲẵẴặẶаАḃḂḅḄḇḆбБçÇćĆĉĈċĊčČḉḈчЧћЋцЦďĎḋḊḍḌḏḎḑḐḓḒдДèÈéÉêÊëËēĒĕĔėĖęĘěĚȅȄȇȆȩȨẹẸẻẺẽẼếẾềỀểỂễỄệỆеЕёЁэЭєЄḟḞфФĝĜğĞġĠģĢǧǦǵǴḡḠгГґҐѓЃĥĤħĦȟȞḣḢḥḤḧḦḩḨḫḪхХİìÌíÍîÎïÏĩĨīĪĭĬįĮıǐǏȉȈȋȊḭḬḯḮỉỈịỊиИіІїЇйЙĵĴǰјЈķĶǩǨḱḰḳḲḵḴкКќЌĺĹļĻľĽŀĿłŁḷḶḹḸḻḺḽḼлЛḿḾṁṀṃṂмМñÑńŃņŅňŇŉǹǸṅṄṇṆṉṈṋṊнНòÒóÓôÔõÕöÖøØōŌŏŎőŐơƠǒǑǫǪǭǬǿǾȍȌȏȎȫȪȭȬȯȮȱȰọỌỏỎốỐồỒổỔỗỖộỘớỚờỜởỞỡỠợỢоОṕṔṗṖпПŕŔŗŖřŘȑȐȓȒṙṘṛṚṝṜṟṞрРśŚŝŜşŞšŠșȘſṡṠṣṢṥṤṧṦṩṨсСшШţŢťŤŧŦțȚṫṪṭṬṯṮṱṰẗтТùÙúÚûÛüÜũŨūŪŭŬůŮűŰųŲưƯǔǓǖǕǘǗǚǙǜǛȕȔȗȖụỤủỦứỨừỪửỬữỮựỰуУўЎṽṼṿṾвВŵŴẁẀẃẂẅẄẇẆẉẈẋẊẍẌýÝÿŸŷŶȳȲẏẎẙỳỲỵỴỷỶỹỸыЫźŹżŻžŽẑẐẓẒẕẔжЖзЗ̴̵̶̷̸̡̢̧̨̛̖̗̘̙̜̝̞̟̠̣̤̥̦̩̪̫̬̭̮̯̰̱̲̳̹̺̻̼͇͈͉͍͎̀́̂̃̄̅̆̇̈̉̊̋̌̍̎̏̐̑̒̓̔̽̾̿̀́͂̓̈́͆͊͋͌̕̚ͅ͏͓͔͕͖͙͚͐͑͒͗͛ͣͤͥͦͧͨͩͪͫͬͭͮͯ͘͜͟͢͝͞͠͡', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbccccccccccccccccccddddddddddddddeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeffffgggggggggggggggggggghhhhhhhhhhhhhhhhhhiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiijjjjjkkkkkkkkkkkkkkllllllllllllllllllllmmmmmmmmnnnnnnnnnnnnnnnnnnnnnoooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooopppppprrrrrrrrrrrrrrrrrrrrssssssssssssssssssssssssstttttttttttttttttttuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuvvvvvvwwwwwwwwwwwwxxxxyyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzzzzzzz'), 'ǅ', 'dz'), 'ǈ', 'lj'), 'ǋ', 'nj'), 'ẞ', 'ss'), 'đ', 'dj'), 'Đ', 'dj'), 'ђ', 'dj'), 'Ђ', 'dj'), 'љ', 'lj'), 'Љ', 'lj'), 'њ', 'nj'), 'Њ', 'nj'), 'џ', 'dz'), 'Џ', 'dz'), 'ǆ', 'dz'), 'Ǆ', 'dz'), 'ǉ', 'lj'), 'Ǉ', 'lj'), 'ǌ', 'nj'), 'Ǌ', 'nj'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'), 'щ', 'sc'), 'Щ', 'sc'), 'ю', 'ju'), 'Ю', 'ju'), 'я', 'ja'), 'Я', 'ja') END
$fold$;

-- A counter per table, raised in the same transaction as every change, so that a counted total can be reused until
-- something has changed. Its slots keep concurrent writers from waiting for one another.
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

-- Every change of a record makes it a new version, whatever statement made it.
CREATE FUNCTION new_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.updated_at := now();
  RETURN NEW;
END $$;

-- Called once for every table that a list reads.
CREATE PROCEDURE count_changes(table_name text) LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_counters (table_name, slot) SELECT count_changes.table_name, generate_series(0, 31);
  EXECUTE format('CREATE TRIGGER count_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION count_change()', table_name);
END $$;

-- Called once for every table of records that people edit.
CREATE PROCEDURE keep_record(table_name text) LANGUAGE plpgsql AS $$
BEGIN
  CALL count_changes(table_name);
  EXECUTE format('CREATE TRIGGER new_version BEFORE UPDATE ON %I
    FOR EACH ROW EXECUTE FUNCTION new_version()', table_name);
END $$;
