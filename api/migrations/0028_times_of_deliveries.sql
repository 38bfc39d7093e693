-- The delivery of a line has a time of its own, which the undo of 'not delivered' restores: the stock that was set since
-- does not have these pieces. It stays when a line is marked not delivered; is_delivered says whether it counts.
ALTER TABLE campaign_cart_items ADD delivered_at timestamptz;
-- For lines from before, updated_at was the time. Neither a new version nor an entry in the history.
ALTER TABLE campaign_cart_items DISABLE TRIGGER USER;
UPDATE campaign_cart_items SET delivered_at = updated_at WHERE is_delivered;
ALTER TABLE campaign_cart_items ENABLE TRIGGER USER;
ALTER TABLE campaign_cart_items ADD CONSTRAINT campaign_cart_items_delivered
  CHECK (delivered_at IS NOT NULL OR NOT is_delivered);

-- Row trigger: records when a line was delivered. With kontor.undo = on it keeps the former time.
CREATE FUNCTION record_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.delivered_at IS NULL OR current_setting('kontor.undo', true) IS DISTINCT FROM 'on' THEN
    NEW.delivered_at := CASE TG_OP WHEN 'INSERT' THEN coalesce(NEW.delivered_at, NEW.updated_at) ELSE now() END;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER record_delivery_new BEFORE INSERT ON campaign_cart_items FOR EACH ROW
  WHEN (NEW.is_delivered) EXECUTE FUNCTION record_delivery();
CREATE TRIGGER record_delivery BEFORE UPDATE ON campaign_cart_items FOR EACH ROW
  WHEN (NEW.is_delivered AND NOT OLD.is_delivered) EXECUTE FUNCTION record_delivery();

-- As in migration 0025, by delivered_at.
CREATE OR REPLACE FUNCTION campaign_ordered(campaign integer, product integer, own_quantity integer) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(line.quantity), 0) FROM campaign_cart_items AS line JOIN products ON products.id = line.product_id
  WHERE line.campaign_id = campaign AND line.product_id = product
    AND (own_quantity IS NOT NULL OR NOT line.is_delivered OR line.delivered_at >= products.quantity_set_at)
$$;
