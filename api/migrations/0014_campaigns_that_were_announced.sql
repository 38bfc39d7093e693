-- For the number of notifications that open a campaign, in each row of a page of campaigns.
CREATE INDEX notifications_campaign ON notifications (campaign_id) WHERE campaign_id IS NOT NULL;
