import { useNotifications } from '@mantine/notifications'
import { useState } from 'react'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'

const Stack = lazyPart(() => import('./SnackbarStack.tsx'), 'SnackbarStack')

/** The container of snackbars. Loaded with the first one; stays mounted for the exit transition. */
export function Snackbars() {
  const { notifications } = useNotifications()
  const [isNeeded, setNeeded] = useState(false)
  if (notifications.length > 0 && !isNeeded) setNeeded(true)
  return isNeeded && <Stack />
}
