import { Notifications } from '@mantine/notifications'

/** The open snackbars; pointing at one holds that one. */
export const SnackbarStack = () => (
  <Notifications position="bottom-right" pauseResetOnHover="notification" zIndex={400} />
)
