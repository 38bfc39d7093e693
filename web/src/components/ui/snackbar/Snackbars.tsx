import { cleanNotifications, useNotifications } from '@mantine/notifications'
import { useLayoutEffect, useState } from 'react'
import { queryClient } from '../../../lib/api/queries.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'

// The text of a mutation's success is in its `meta` (useApiMutation).
queryClient.getMutationCache().config.onSuccess = (_data, _input, _result, { meta }) => {
  const { success } = meta ?? {}
  if (success) import('./SnackbarStack.tsx').then(({ showSuccess }) => showSuccess(success)).catch(() => {})
}

const Stack = lazyPart(() => import('./SnackbarStack.tsx'), 'SnackbarStack')

/** Snackbars end with the session. One that arrives between two sessions is not shown in the next. */
function clean() {
  cleanNotifications()
  return () => cleanNotifications()
}

/** The container of snackbars. Loaded with the first one; stays mounted for the exit transition. */
export function Snackbars() {
  const { notifications } = useNotifications()
  const [isNeeded, setNeeded] = useState(false)
  useLayoutEffect(clean, [])
  if (notifications.length > 0 && !isNeeded) setNeeded(true)
  return isNeeded && <Stack />
}
