-- A day of a Seminar may have a number of places; null for no limit. Who chooses a day that is full waits for it: such
-- days are chosen by is_waiting, and move up in the order of chosen_at. More may be taken than there are places, after
-- the office has lowered their number.
ALTER TABLE slider_dates ADD places integer CHECK (places BETWEEN 1 AND 9999);
-- One moment for all days chosen before, which nobody waits for: a volatile default would rewrite the table.
ALTER TABLE slider_registration_days ADD is_waiting boolean NOT NULL DEFAULT false,
  ADD chosen_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE slider_registration_days ALTER chosen_at SET DEFAULT clock_timestamp();
-- Who waits for a day, among the sign-ups of one slider: their queue is read from the index alone.
CREATE INDEX slider_registration_days_waiting ON slider_registration_days (day, slider_registration_id, chosen_at)
  WHERE is_waiting;
