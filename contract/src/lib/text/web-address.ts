/** Longest address in characters. */
export const MAX_ADDRESS = 2048

// No credentials before an @, no backslash and no blank: browsers interpret those in unexpected ways.
const WEB =
  /^https?:\/\/((?:[\p{L}\p{N}-]{1,63}\.){1,9}[\p{L}\p{N}-]{2,63})(?::\d{1,5})?(?:[/?#][^\s\\\p{Cc}]*)?$/iu
const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/watch\?(?:[\w.~%=+-]*&){0,20}v=|youtu\.be\/)[\w-]{11}(?:[?&#][^\s\\\p{Cc}]*)?$/iu

/** The host of a URL as browsers parse it; null for an invalid one. Never throws. */
export const hostOf = (text: string) => (URL.canParse(text) ? new URL(text).hostname : null)

/**
 * Whether a text is an http or https URL that a browser may open, and whose host is the visible one. The server itself
 * never requests it.
 */
export function isWebAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS) return false
  const typed = WEB.exec(text)?.[1]?.toLowerCase()
  const host = typed && hostOf(text)
  return !!host && (host === typed || /(^|\.)xn--/.test(host))
}

/** Whether it is a YouTube video: a watch page or a short link, on exactly those hosts. */
export const isYouTube = (text: string) =>
  text.length <= MAX_ADDRESS && YOUTUBE.test(text) && URL.canParse(text)
