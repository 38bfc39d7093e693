-- Orders of promotions have had a price since migration 0024: the sums of the day get their euros. Older ones add nothing.
LOCK TABLE slider_registrations IN SHARE ROW EXCLUSIVE MODE; -- another node may still write
DROP FUNCTION rollup_orders_daily_of_slider_orders_insert, rollup_orders_daily_of_slider_orders_update,
  rollup_orders_daily_of_slider_orders_delete CASCADE;
DELETE FROM orders_daily WHERE source = 'promotions';
INSERT INTO orders_daily (day, source, orders, pieces, total)
  SELECT (created_at AT TIME ZONE 'Europe/Podgorica')::date, 'promotions', count(*), 0, 0 FROM slider_registrations GROUP BY 1;
CALL create_rollup('orders_daily', 'slider_orders', ARRAY['day', 'source'], ARRAY['orders', 'pieces', 'total'],
  '(created_at AT TIME ZONE ''Europe/Podgorica'')::date, ''promotions'', ±1, ±quantity, ±coalesce(price * quantity, 0)');
