-- On plates and in the numbers of accounts no blank of any kind tells anything apart, nor what nobody sees, how wide a
-- letter is written, and which of the hyphens stands there. fold(solid(value)) is foldSolid() of the contract; a test
-- holds the two together.
CREATE FUNCTION solid(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $solid$
  SELECT regexp_replace(regexp_replace(
    translate(value COLLATE "C", '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～', '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
    '[\u0009-\u000d\u0020\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'),
    '[\u2010-\u2015\u2212\ufe58\ufe63]', '-', 'g')
$solid$;

-- Gives a text that is unique a folded twin of this kind. Of those that become the same the first one keeps its own, an
-- active one before others; behind the others stands their number, for somebody to look at. For it the end of what would
-- have more than `longest` characters is left out, as it is where a number was put behind before.
DROP PROCEDURE ignore_blanks(text, text);
CREATE PROCEDURE keep_solid(table_name text, column_name text, longest integer) LANGUAGE plpgsql AS $$
DECLARE
  folded text := column_name || '_folded';
BEGIN
  EXECUTE format('UPDATE %1$I SET %2$I = left(%2$I, $1 - length('' #'' || id)) || '' #'' || id
    WHERE length(%2$I) > $1 OR id IN (SELECT id FROM (SELECT id, row_number() OVER (
      PARTITION BY fold(solid(%2$I)) ORDER BY is_active DESC, id) AS place FROM %1$I) AS same WHERE place > 1)',
    table_name, column_name) USING longest;
  EXECUTE format('ALTER TABLE %1$I DROP COLUMN %3$I CASCADE,
    ADD %3$I text COLLATE "C" NOT NULL GENERATED ALWAYS AS (fold(solid(%2$I))) STORED',
    table_name, column_name, folded);
  CALL keep_unique(table_name, column_name);
END $$;
CALL keep_solid('vehicles', 'plates', 20);
CALL keep_solid('bank_accounts', 'number', 50);
