import { Notifications } from '@mantine/notifications'
import classes from './notify.module.css'

/** The open snackbars, above the footer and its buttons. */
export const SnackbarStack = () => (
  <Notifications position="bottom-center" zIndex={400} classNames={{ root: classes.stack ?? '' }} />
)
