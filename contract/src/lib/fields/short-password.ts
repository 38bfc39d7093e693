// Without zod, because the sign-in pages load it.

/** Whether a password has fewer characters than `min`; an emoji is one. */
export const isShortPassword = (password: string, min: number) => [...password].length < min
