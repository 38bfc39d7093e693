import { useNotifications } from '@mantine/notifications'
import { useState } from 'react'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'

const Stack = lazyPart(() => import('./SnackbarStack.tsx'), 'SnackbarStack')

/** Where snackbars appear. The code comes with the first one and stays for the last one's way out. */
export function Snackbars() {
  const { notifications } = useNotifications()
  const [isNeeded, setNeeded] = useState(false)
  if (notifications.length > 0 && !isNeeded) setNeeded(true)
  return isNeeded && <Stack />
}
