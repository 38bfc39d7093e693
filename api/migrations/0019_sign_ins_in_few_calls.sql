-- What a sign-in writes besides the log: one call counts the attempt, another opens the session, stores the device and
-- removes the attempt. As transactions of several statements they took nine calls.

-- Increments counters of login_attempts, or none when one of them is full. Returns whether it did.
CREATE FUNCTION count_attempt(p_keys text[], p_limits integer[], p_minutes integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  counted integer;
BEGIN
  INSERT INTO login_attempts (key, attempts, max_attempts, resets_at)
    SELECT key, 1, max_attempts, now() + make_interval(mins => p_minutes) FROM unnest(p_keys, p_limits) AS counter (key, max_attempts)
    ON CONFLICT (key) DO UPDATE SET
      attempts = CASE WHEN login_attempts.resets_at <= now() THEN 1 ELSE login_attempts.attempts + 1 END,
      resets_at = CASE WHEN login_attempts.resets_at <= now() THEN excluded.resets_at ELSE login_attempts.resets_at END
      WHERE login_attempts.resets_at <= now() OR login_attempts.attempts < excluded.max_attempts;
  GET DIAGNOSTICS counted = ROW_COUNT;
  IF counted < cardinality(p_keys) THEN RAISE SQLSTATE 'KT001'; END IF; -- takes back those that were incremented
  RETURN true;
EXCEPTION WHEN SQLSTATE 'KT001' THEN
  RETURN false;
END $$;

-- Opens a session unless the user was deactivated or got another password meanwhile or, with p_password_only, has a second
-- factor in the office, by the same rule as hasFactor (api/src/features/session/factor/table.ts). Returns whether it did.
-- A factor that is set up meanwhile ends sessions without one: it locks the user's row, and the second statement sees it.
-- The caller waits in a slot for hashing, so it gives up soon when an import of users holds the row.
CREATE FUNCTION open_session(
  p_token bytea, p_user integer, p_password text, p_address text, p_agent text, p_hours integer, p_password_only boolean
) RETURNS boolean LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
BEGIN
  PERFORM FROM users WHERE id = p_user FOR SHARE;
  INSERT INTO sessions (token_hash, user_id, address, user_agent, expires_at)
    SELECT p_token, id, p_address, p_agent, now() + make_interval(hours => p_hours) FROM users
    WHERE id = p_user AND password_hash = p_password AND is_active
      AND (NOT p_password_only OR partner_id IS NOT NULL OR NOT (EXISTS (SELECT FROM passkeys WHERE user_id = p_user)
        OR EXISTS (SELECT FROM totp_factors WHERE user_id = p_user AND confirmed_at IS NOT NULL)));
  RETURN FOUND;
END $$;

-- Stores the device and network of a sign-in, and deletes those seen longest ago beyond p_max. The device is p_shown if
-- this server issued it (to this user, or to another in the same browser), otherwise p_new. Returns whether it is p_shown.
CREATE FUNCTION remember_device(p_user integer, p_network text, p_shown bytea, p_new bytea, p_max integer) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  is_issued boolean := EXISTS (SELECT FROM known_devices WHERE token_hash = p_shown);
BEGIN
  WITH oldest AS (
    DELETE FROM known_devices WHERE user_id = p_user AND (token_hash, network) IN (
      SELECT token_hash, network FROM known_devices WHERE user_id = p_user ORDER BY signed_in_at DESC OFFSET p_max - 1))
  INSERT INTO known_devices (token_hash, user_id, network)
    VALUES (CASE WHEN is_issued THEN p_shown ELSE p_new END, p_user, p_network)
    ON CONFLICT (token_hash, user_id, network) DO UPDATE SET signed_in_at = now();
  RETURN is_issued;
END $$;

-- After a right password: resets the user's own counter and subtracts its count from the shared ones.
CREATE FUNCTION uncount_attempts(p_own text, p_shared text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH own AS (DELETE FROM login_attempts WHERE key = p_own RETURNING attempts)
  UPDATE login_attempts SET attempts = greatest(login_attempts.attempts - own.attempts, 0)
    FROM own WHERE key = ANY(p_shared);
END $$;
