-- Programs are told of an import that broke off and is taken back, for they were told of its rows as they came. Only a
-- restore of a backup, which says so by a setting of its own, is nobody's news.
DO $$
BEGIN
  EXECUTE replace(pg_get_functiondef('tell_webhooks'::regproc), 'kontor.rules', 'kontor.sums');
END $$;
