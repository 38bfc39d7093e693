-- A quantity that is taken back is as old as it was before, so what partners have ordered since is still off the stock:
-- undone bulk edits and imports had made those pieces free again.
ALTER TABLE products ADD COLUMN quantity_at_before timestamptz;
CREATE OR REPLACE FUNCTION keep_quantity_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kontor.undo', true) = 'on' THEN
    NEW.quantity_at := coalesce(OLD.quantity_at_before, OLD.quantity_at);
  ELSE
    NEW.quantity_at := now();
  END IF;
  NEW.quantity_at_before := OLD.quantity_at;
  RETURN NEW;
END $$;
DROP TRIGGER keep_quantity_at ON products;
CREATE TRIGGER keep_quantity_at BEFORE UPDATE ON products FOR EACH ROW
  WHEN (NEW.quantity <> OLD.quantity) EXECUTE FUNCTION keep_quantity_at();
