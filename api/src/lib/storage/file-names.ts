import { normalize } from '@kontor/contract/lib/text/normalize'

const LONGEST = 120
/** What Windows keeps for devices, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * A name that every system takes for a file in the place where it is put: printable, on one line and without what means
 * something in a path. The end of a long one is kept, for there is its extension.
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

/** The same of a file that was sent, perhaps without a name, and without the folders that it was in. */
export const harmlessFile = (path: string | undefined) => harmless(path?.split(/[\\/]/).at(-1) ?? '')
