-- What a notification opens in the partners' app: at most one record. It may be deactivated later.
ALTER TABLE notifications
  ADD slider_id integer CONSTRAINT notifications_slider_missing REFERENCES sliders,
  ADD product_id integer CONSTRAINT notifications_product_missing REFERENCES products,
  ADD campaign_id integer CONSTRAINT notifications_campaign_missing REFERENCES campaigns,
  ADD CONSTRAINT notifications_open_one CHECK (num_nonnulls(slider_id, product_id, campaign_id) <= 1);
-- For the deletion of what an undone import had added.
CREATE INDEX notifications_product ON notifications (product_id) WHERE product_id IS NOT NULL;
CALL audit_table('notifications', 'subject');
