-- The partner confirmed that the line exceeds the stock. Only in Cjenovna campaigns, whose quantities are not limited.
-- False for lines from before this migration, for which no confirmation was asked.
ALTER TABLE campaign_cart_items ADD ignore_quantity boolean NOT NULL DEFAULT false;

-- Creates the history triggers of the lines again, with the new column.
DROP FUNCTION audit_campaign_cart_items_insert, audit_campaign_cart_items_update,
  audit_campaign_cart_items_delete CASCADE;
CALL audit_lines('campaign_cart_items', 'campaign_id', 'partner_id', 'product_id');
