-- In the numbers of accounts and on plates blanks tell nothing apart: PG CG 418 is PGCG418. So the folded twin, by which
-- they are unique and looked for, has none. Of those that become the same the first one keeps its own, an active one
-- before others; behind the others stands their number, for somebody to look at.
CREATE PROCEDURE ignore_blanks(table_name text, column_name text) LANGUAGE plpgsql AS $$
DECLARE
  folded text := column_name || '_folded';
BEGIN
  EXECUTE format('UPDATE %1$I SET %2$I = %2$I || '' #'' || id WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER (
      PARTITION BY replace(%3$I, '' '', '''') ORDER BY is_active DESC, id) AS place FROM %1$I) AS same WHERE place > 1)',
    table_name, column_name, folded);
  EXECUTE format('ALTER TABLE %1$I DROP COLUMN %3$I CASCADE,
    ADD %3$I text COLLATE "C" NOT NULL GENERATED ALWAYS AS (replace(fold(%2$I), '' '', '''')) STORED',
    table_name, column_name, folded);
  CALL keep_unique(table_name, column_name);
END $$;
CALL ignore_blanks('vehicles', 'plates');
CALL ignore_blanks('bank_accounts', 'number');
