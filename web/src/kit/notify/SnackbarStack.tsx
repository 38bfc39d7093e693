import { Notifications } from '@mantine/notifications'
import classes from './notify.module.css'

/** The open snackbars, above the foot and its buttons; pointing at one holds that one. */
export const SnackbarStack = () => (
  <Notifications
    position="bottom-center"
    pauseResetOnHover="notification"
    zIndex={400}
    classNames={{ root: classes.stack ?? '' }}
  />
)
