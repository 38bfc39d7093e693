-- A line of a campaign that does not count its pieces may order more than there are in stock, when the partner says that
-- it knows. Of the lines from before nobody was asked.
ALTER TABLE campaign_cart_items ADD ignore_quantity boolean NOT NULL DEFAULT false;

-- The history of lines knows the columns that there were.
DROP FUNCTION audit_campaign_cart_items_insert, audit_campaign_cart_items_update,
  audit_campaign_cart_items_delete CASCADE;
CALL audit_lines('campaign_cart_items', 'campaign_id', 'partner_id', 'product_id');
