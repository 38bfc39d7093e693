/** A browser's passkey response, typed as the WebAuthn library expects it. The library validates it. */
export const passkeyJson = <Answer>(json: unknown): Answer => json as Answer
