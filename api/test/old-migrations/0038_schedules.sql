-- Now, by the database's clock, for whatever begins and ends at a moment.
CREATE FUNCTION office_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() $$;

-- Whether partners see a slider that is active: hidden by the office, before its time, after it, or visible.
CREATE FUNCTION slider_state(is_visible boolean, visible_from timestamptz, visible_until timestamptz)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN NOT is_visible THEN 'hidden' WHEN visible_until <= office_now() THEN 'ended'
    WHEN visible_from > office_now() THEN 'scheduled' ELSE 'visible' END
$$;

ALTER TABLE sliders
  -- The moments from which and until which partners see it while it is visible.
  ADD COLUMN visible_from timestamptz,
  ADD COLUMN visible_until timestamptz,
  ADD CONSTRAINT sliders_moments CHECK (visible_until > visible_from),
  -- As the office and partners were last told: see slider_state().
  ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'visible',
  -- Its notification is sent when partners first see it.
  ADD COLUMN is_push_due boolean NOT NULL DEFAULT false;
ALTER TABLE sliders DISABLE TRIGGER USER;
UPDATE sliders SET state = slider_state(is_visible, visible_from, visible_until) WHERE NOT is_visible;
ALTER TABLE sliders ENABLE TRIGGER USER;

CREATE FUNCTION keep_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := slider_state(NEW.is_visible, NEW.visible_from, NEW.visible_until);
  RETURN NEW;
END $$;
-- What a restore puts back is what stood there; the next look at the clock sets it right.
CREATE TRIGGER keep_state BEFORE INSERT OR UPDATE ON sliders FOR EACH ROW
  WHEN (current_setting('kontor.rules', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION keep_state();
-- Only what people write is a new version: nobody's form is out of date because a moment has come.
CREATE OR REPLACE TRIGGER new_version BEFORE UPDATE OF name, type, image, wyswygimg, page_content, notification_text,
  url, welcome_message, product_id, is_visible, visible_from, visible_until, is_active ON sliders
  FOR EACH ROW EXECUTE FUNCTION new_version();
CALL keep_history('sliders');

-- A notification is sent at once, or at its moment; until then it can be changed, sent and cancelled.
ALTER TABLE notifications
  ALTER COLUMN push_id DROP NOT NULL,
  ADD COLUMN send_at timestamptz,
  ADD COLUMN is_cancelled boolean NOT NULL DEFAULT false,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN state text COLLATE "C" NOT NULL GENERATED ALWAYS AS (CASE WHEN push_id IS NOT NULL THEN 'sent'
    WHEN is_cancelled THEN 'cancelled' ELSE 'scheduled' END) STORED,
  ADD CONSTRAINT notifications_time CHECK (push_id IS NOT NULL OR send_at IS NOT NULL),
  ADD CONSTRAINT notifications_sent CHECK (push_id IS NULL OR NOT is_cancelled);
CREATE INDEX notifications_due ON notifications (send_at, id) WHERE push_id IS NULL AND NOT is_cancelled;
CALL keep_history('notifications', 'subject');
