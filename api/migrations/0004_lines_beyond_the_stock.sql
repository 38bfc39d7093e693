-- A line of a campaign that does not count its pieces may order more than there are in stock, when the partner says that
-- it knows. Of the lines from before nobody was asked.
ALTER TABLE campaign_cart_items ADD ignore_quantity boolean NOT NULL DEFAULT false;
