import { appBase } from '../router/appBase.ts'

/** Key of the mark by which a tab of the partners' app only views it: set by the office when it opens the tab. */
export const VIEW_MARK = 'app.view'

/** Whether this tab shows the partners' app to an office user, as a partner's user and without writing. */
export const isViewAsPartner =
  appBase.home === '/app' &&
  typeof sessionStorage !== 'undefined' &&
  sessionStorage.getItem(VIEW_MARK) !== null

/**
 * What is stored for the user of this tab. A view leaves nothing behind: it is stored for the tab alone, and what a
 * partner's user has stored in the same browser stays as it is.
 */
export const storage: Storage = isViewAsPartner ? sessionStorage : localStorage
