-- A message of a chat or of customer support may have a file. `file` is its name in the store, `preview` that of the
-- thumbnail of a picture, `file_size` in bytes. A message that was sent without a text has the name of its file as text.
ALTER TABLE messages ADD file text, ADD file_name text, ADD file_type text, ADD file_size integer, ADD preview text,
  ADD CONSTRAINT messages_file CHECK (CASE WHEN file IS NULL
    THEN num_nonnulls(file_name, file_type, file_size, preview) = 0
    ELSE num_nonnulls(file_name, file_type, file_size) = 3 END);
ALTER TABLE support_messages ADD file text, ADD file_name text, ADD file_type text, ADD file_size integer,
  ADD preview text,
  ADD CONSTRAINT support_messages_file CHECK (CASE WHEN file IS NULL
    THEN num_nonnulls(file_name, file_type, file_size, preview) = 0
    ELSE num_nonnulls(file_name, file_type, file_size) = 3 END);

-- For the hourly sweep of files that no message has.
CREATE INDEX messages_with_file ON messages (file, preview) WHERE file IS NOT NULL;
CREATE INDEX support_messages_with_file ON support_messages (file, preview) WHERE file IS NOT NULL;

-- The office may begin a conversation of customer support. begun_by is the staff user who wrote its first message, null
-- where the partner wrote first; user_id is the partner's user in any case.
ALTER TABLE customer_support ADD begun_by integer REFERENCES users;
CREATE INDEX customer_support_begun_by ON customer_support (begun_by) WHERE begun_by IS NOT NULL;
CALL audit_table('customer_support', 'message_content');

-- Row trigger: creates the conversation and its first message. What the office begins is unread by the partner, and
-- taken by who began it.
CREATE OR REPLACE FUNCTION begin_support_thread() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_of_office boolean := NEW.begun_by IS NOT NULL;
BEGIN
  INSERT INTO support_threads (customer_support_id, last_at, last_from_office, office_unread, user_unread,
      office_read_at, taken_by, taken_at)
    VALUES (NEW.id, NEW.created_at, is_of_office, (NOT is_of_office)::integer, is_of_office::integer,
      CASE WHEN is_of_office THEN NEW.created_at END, NEW.begun_by, CASE WHEN is_of_office THEN NEW.created_at END);
  INSERT INTO support_messages (customer_support_id, message, from_office, user_id, created_at)
    VALUES (NEW.id, NEW.message_content, is_of_office, coalesce(NEW.begun_by, NEW.user_id), NEW.created_at);
  RETURN NULL;
END $$;

-- support_message.created says that a partner has written: not what the office begins.
CREATE FUNCTION enqueue_support_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_webhooks('support_message.created', ARRAY(SELECT id FROM after WHERE begun_by IS NULL));
  RETURN NULL;
END $$;
DROP TRIGGER webhooks_new ON customer_support;
CREATE TRIGGER webhooks_new AFTER INSERT ON customer_support REFERENCING NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_support_webhooks();
