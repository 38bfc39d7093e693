-- Orders of promotions reduce the stock as those from the catalogue do: summed from the index alone.
DROP INDEX slider_orders_product_id;
CREATE INDEX slider_orders_since ON slider_orders (product_id, created_at) INCLUDE (quantity);
