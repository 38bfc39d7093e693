/** Whether this browser speaks WebAuthn in JSON. */
export const knowsPasskeys = () =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** Lets a passkey of the person answer; null when it was refused or given up. */
export async function answerWithPasskey(options: object): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON, // made by the server for this
  )
  try {
    return asJson(await navigator.credentials.get({ publicKey }))
  } catch {
    return null // the browser has said why, as far as it says
  }
}

/** Why no passkey was made: this device has one already, or whatever else. */
type NotMade = 'factor.passkey_known' | 'factor.passkey_failed'

/** Lets the browser make a passkey; answers a message key when it did not. */
export async function makePasskey<Made>(options: object): Promise<{ made: Made } | NotMade> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON, // made by the server for this
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
