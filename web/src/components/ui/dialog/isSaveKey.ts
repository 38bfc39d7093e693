import type { KeyboardEvent } from 'react'

/** Ctrl+Enter in a dialog, wherever its focus is; a dialog over it has keys of its own. */
export const isSaveKey = ({ key, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent<HTMLElement>) =>
  key === 'Enter' && (ctrlKey || metaKey) && target instanceof Node && currentTarget.contains(target)
