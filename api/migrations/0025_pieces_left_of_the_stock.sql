-- Where a product of a Količinska has no quantity of its own, that of the product applies: what lies in stock since it was
-- set. Lines that were delivered before that are not in it any more, so they do not count. A line's updated_at is its
-- delivery.

-- The ordered pieces of a product in a campaign, against this own quantity or, where it is null, against the stock.
CREATE FUNCTION campaign_ordered(campaign integer, product integer, own_quantity integer) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(line.quantity), 0) FROM campaign_cart_items AS line JOIN products ON products.id = line.product_id
  WHERE line.campaign_id = campaign AND line.product_id = product
    AND (own_quantity IS NOT NULL OR NOT line.is_delivered OR line.updated_at >= products.quantity_set_at)
$$;

CREATE OR REPLACE FUNCTION campaign_cart_items_left() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  available integer;
  own_quantity integer;
  ordered bigint;
BEGIN
  SELECT coalesce(campaign_product.quantity, products.quantity), campaign_product.quantity INTO available, own_quantity
    FROM campaign_products AS campaign_product JOIN products ON products.id = campaign_product.product_id
    JOIN campaigns ON campaigns.id = campaign_product.campaign_id AND campaign_type_id = 1
    WHERE campaign_product.campaign_id = NEW.campaign_id AND campaign_product.product_id = NEW.product_id FOR UPDATE OF campaign_product;
  IF available IS NULL THEN RETURN NULL; END IF; -- the other type, or the product was removed from the campaign
  ordered := campaign_ordered(NEW.campaign_id, NEW.product_id, own_quantity);
  IF ordered > available THEN
    PERFORM raise_rule_violation('campaign_cart_items_left',
      jsonb_build_object('left', greatest(available - (ordered - NEW.quantity + coalesce(OLD.quantity, 0)), 0)));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION campaign_products_ordered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ordered bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM campaigns WHERE id = NEW.campaign_id AND campaign_type_id = 1) THEN RETURN NULL; END IF;
  ordered := campaign_ordered(NEW.campaign_id, NEW.product_id, NEW.quantity);
  IF ordered > coalesce(NEW.quantity, (SELECT quantity FROM products WHERE id = NEW.product_id)) THEN
    PERFORM raise_rule_violation('campaign_products_ordered', jsonb_build_object('ordered', ordered));
  END IF;
  RETURN NULL;
END $$;
