import { Notifications } from '@mantine/notifications'
import classes from './notify.module.css'
import { notify } from './notify.tsx'

/** The open snackbars, above the footer and its buttons. */
export const SnackbarStack = () => (
  <Notifications position="bottom-center" zIndex={400} classNames={{ root: classes.stack ?? '' }} />
)

/** Shows that a mutation has succeeded. Here, because neither app starts with the code of snackbars. */
export const showSuccess = (text: string) => notify.success(text)
