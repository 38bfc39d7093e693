/** Longest address in characters. */
export const MAX_ADDRESS = 2048

// No user before an @, no backslash and no blank: browsers read those in ways that people do not.
const WEB =
  /^https?:\/\/(?:[\p{L}\p{N}-]{1,63}\.){1,9}[\p{L}\p{N}-]{2,63}(?::\d{1,5})?(?:[/?#][^\s\\\p{Cc}]*)?$/iu
const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/watch\?(?:[\w.~%=+-]*&){0,20}v=|youtu\.be\/)[\w-]{11}(?:[?&#][^\s\\\p{Cc}]*)?$/iu

/** Whether a text is an http or https address that a browser can be sent to. The server itself never goes there. */
export const isWebAddress = (text: string) => text.length <= MAX_ADDRESS && WEB.test(text)

/** Whether it is a film on YouTube: a watch page or a short link, on exactly those hosts. */
export const isYouTube = (text: string) => text.length <= MAX_ADDRESS && YOUTUBE.test(text)
