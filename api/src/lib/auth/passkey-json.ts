/** What a browser's passkey has answered, as the library that reads it by WebAuthn's rules names its type. */
export const passkeyJson = <Answer>(given: unknown): Answer => given as Answer
