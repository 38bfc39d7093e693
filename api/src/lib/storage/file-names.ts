import { normalize } from '@kontor/contract/lib/text/normalize'

const LONGEST = 120
/** Device names of Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A name that is valid on every system: printable, on one line and without path separators. A long name keeps its end,
 * which has the extension.
 */
export function harmless(name: string): string {
  const shown = normalize(name)
    .replace(/\p{Z}+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
  const short = [...shown].slice(-LONGEST).join('')
  return (
    short
      .trim()
      .replace(/^\.+/, '_')
      .replace(/[. ]+$/, '')
      .replace(DEVICE, '_$1') || 'file'
  )
}

/** The name of an uploaded file, possibly unnamed, without its folders, made safe by {@link harmless}. */
export const harmlessFile = (path: string | undefined) => harmless(path?.split(/[\\/]/).at(-1) ?? '')
