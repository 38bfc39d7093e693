-- The home page shows the last order of any kind: read from the index.
CREATE INDEX slider_orders_by_created_at ON slider_orders (created_at);
