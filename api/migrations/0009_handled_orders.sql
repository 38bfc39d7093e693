-- When the office handled an order of a Promocija, and who did; null while it waits.
ALTER TABLE slider_orders
  ADD handled_at timestamptz,
  ADD handled_by integer REFERENCES users,
  ADD CONSTRAINT slider_orders_handled CHECK ((handled_at IS NULL) = (handled_by IS NULL));
-- For the deletion of users whom an undone import had added.
CREATE INDEX slider_orders_handled_by ON slider_orders (handled_by) WHERE handled_by IS NOT NULL;
CALL audit_lines('slider_orders', 'slider_id', 'partner_id', 'product_id');
