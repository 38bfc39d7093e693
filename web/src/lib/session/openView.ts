import { VIEW_MARK } from './storage.ts'

interface Begun {
  token: string
  /** Milliseconds. */
  expires_in: number
  partner_id: number
  username: string
}

/**
 * Opens the partners' app in a new tab as another user. The token is handed over in the storage of that tab alone: it
 * is in no address, and the session of this tab and that of a partner in this browser stay. Resolves with false when
 * the browser has blocked the tab; throws when the call fails.
 */
export async function openView(begin: () => Promise<Begun>): Promise<boolean> {
  const tab = window.open('about:blank', '_blank') // at the click: later the browser would block it
  if (!tab) return false
  try {
    const { token, expires_in, partner_id, username } = await begin()
    const stored = {
      [VIEW_MARK]: '1',
      'app.token': token,
      'app.expiration': String(Date.now() + expires_in),
      'app.partner_id': String(partner_id),
      'app.username': username,
    }
    for (const [key, value] of Object.entries(stored)) tab.sessionStorage.setItem(key, value)
    tab.location.replace('/app')
    return true
  } catch (error) {
    tab.close()
    throw error
  }
}
