-- An event without a reader of its own is the whole staff's, or that of all partners.
ALTER TABLE events ADD COLUMN to_partners boolean NOT NULL DEFAULT false;
