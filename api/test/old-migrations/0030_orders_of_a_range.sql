-- Who ordered in a range of days, and what of it was out of stock, without reading the orders themselves. Their own
-- moments narrow them down; nothing asks for their days one by one.
CREATE INDEX catalogue_orders_active ON catalogue_orders (created_at) INCLUDE (partner_id, ignore_quantity)
  WHERE is_active;
CREATE INDEX catalogue_orders_out_of_stock ON catalogue_orders (created_at) INCLUDE (product_id)
  WHERE ignore_quantity AND is_active;
DROP INDEX catalogue_orders_by_day;
