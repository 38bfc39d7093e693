import type { KeyboardEvent } from 'react'

/** Whether a key sends the message: Enter, which with Shift or on a touch screen is a new line; with Ctrl it always sends. */
export const sendsMessage = ({ key, shiftKey, ctrlKey, metaKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' &&
  !shiftKey &&
  !nativeEvent.isComposing &&
  (ctrlKey || metaKey || matchMedia('(pointer: fine)').matches)
