/** Longest address in characters. */
export const MAX_ADDRESS = 2048

// No user before an @, no backslash and no blank: browsers read those in ways that people do not.
const WEB =
  /^https?:\/\/((?:[\p{L}\p{N}-]{1,63}\.){1,9}[\p{L}\p{N}-]{2,63})(?::\d{1,5})?(?:[/?#][^\s\\\p{Cc}]*)?$/iu
const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/watch\?(?:[\w.~%=+-]*&){0,20}v=|youtu\.be\/)[\w-]{11}(?:[?&#][^\s\\\p{Cc}]*)?$/iu

/** The host of an address as browsers read it; null for what they cannot. Never throws. */
export const hostOf = (text: string) => (URL.canParse(text) ? new URL(text).hostname : null)

/**
 * Whether a text is an http or https address that a browser can be sent to, and whose host is the one that stands there.
 * The server itself never goes there.
 */
export function isWebAddress(text: string): boolean {
  if (text.length > MAX_ADDRESS) return false
  const typed = WEB.exec(text)?.[1]?.toLowerCase()
  const host = typed && hostOf(text)
  return !!host && (host === typed || /(^|\.)xn--/.test(host))
}

/** Whether it is a film on YouTube: a watch page or a short link, on exactly those hosts. */
export const isYouTube = (text: string) =>
  text.length <= MAX_ADDRESS && YOUTUBE.test(text) && URL.canParse(text)
