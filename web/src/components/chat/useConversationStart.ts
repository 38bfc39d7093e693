import { useNavigate, useSearch } from '@tanstack/react-router'
import { useIsHere } from '../../lib/router/useIsHere.ts'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'

/** Whether the office starts a conversation on this screen: `?begin=<partner>`, 0 for one that is still to be chosen. */
export function useConversationStart() {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const isOpen = query.begin !== undefined
  return {
    partnerId: isOpen ? Number(query.begin) || 0 : null,
    open: () => go((now) => ({ ...now, begin: '0' }), { instead: true }),
    close: () => go((now) => ({ ...now, begin: undefined }), { instead: true }),
    /** Opens what was started instead of the dialog, without the filters: they might hide it. */
    show: (search: Record<string, string>, to = '.') =>
      void (isHere() && navigate({ to, search: search as never, replace: true, ignoreBlocker: true })),
  }
}
