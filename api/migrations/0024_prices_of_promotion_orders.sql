-- The price in euros at which a promotion was ordered; null for orders from before this migration. Whether the partner
-- confirmed that it exceeds the stock: false for older orders, of which that is not known.
ALTER TABLE slider_orders
  ADD price numeric(13,3) CHECK (price >= 0),
  ADD ignore_quantity boolean NOT NULL DEFAULT false;

-- Creates the history triggers of the orders again, with the new columns.
DROP FUNCTION audit_slider_orders_insert, audit_slider_orders_update, audit_slider_orders_delete CASCADE;
CALL audit_lines('slider_orders', 'slider_id', 'partner_id', 'product_id');
