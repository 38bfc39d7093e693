-- Several changes of a quantity can be taken back, the last one first: so the moments of all that were said before are
-- kept, up to ten, as a pile.
DROP TRIGGER keep_quantity_at ON products;
ALTER TABLE products ALTER COLUMN quantity_at_before TYPE timestamptz[]
  USING CASE WHEN quantity_at_before IS NULL THEN '{}' ELSE ARRAY[quantity_at_before] END;
ALTER TABLE products ALTER COLUMN quantity_at_before SET DEFAULT '{}', ALTER COLUMN quantity_at_before SET NOT NULL;
CREATE OR REPLACE FUNCTION keep_quantity_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.undo', true) = 'on' THEN
    NEW.quantity_at := coalesce(OLD.quantity_at_before[1], OLD.quantity_at);
    NEW.quantity_at_before := OLD.quantity_at_before[2:];
  ELSE
    NEW.quantity_at := now();
    NEW.quantity_at_before := (OLD.quantity_at || OLD.quantity_at_before)[:10];
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_quantity_at BEFORE UPDATE ON products FOR EACH ROW
  WHEN (NEW.quantity <> OLD.quantity) EXECUTE FUNCTION keep_quantity_at();
