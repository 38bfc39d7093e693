/** Whether this browser supports WebAuthn with JSON. */
export const knowsPasskeys = () =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Signs in with a passkey; null when it was rejected or cancelled. */
export async function answerWithPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON, // created by the server for this call
  )
  try {
    return asJson(await navigator.credentials.get({ publicKey }))
  } catch {
    return null // the browser has shown the reason
  }
}

/** Why no passkey was created: this device already has one, or any other reason. */
type NotMade = 'factor.passkey_known' | 'factor.passkey_failed'

/** Creates a passkey in the browser; resolves with a message key on failure. */
export async function makePasskey<Made>(options: object): Promise<{ made: Made } | NotMade> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON, // created by the server for this call
  )
  try {
    const made = asJson(await navigator.credentials.create({ publicKey }))
    return made ? { made: made as Made } : 'factor.passkey_failed'
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
    return isKnown ? 'factor.passkey_known' : 'factor.passkey_failed'
  }
}

const asJson = (credential: Credential | null): unknown =>
  credential instanceof PublicKeyCredential ? credential.toJSON() : null
