import { MAX_DOCUMENT_BYTES } from '@kontor/contract/technicalSupport'

/** The largest size, as people say it. */
export const MAX_SAID = `${MAX_DOCUMENT_BYTES / 1024 ** 2} MB`

/** Why a file cannot be sent at all, as the key of a text; nothing when it can. */
export const fileProblem = ({ size }: Pick<File, 'size'>) =>
  size > MAX_DOCUMENT_BYTES
    ? ('support.too_large' as const)
    : size === 0
      ? ('support.empty_file' as const)
      : undefined

/** What a file's node is called: its name without the ending, where enough is left of it. */
export function nameOf(file: string): string {
  const short = file.replace(/\.[^.]+$/, '').trim()
  return ([...short].length >= 2 ? short : file).slice(0, 255)
}

/** What was dropped: files, and the names of folders, which a browser cannot send. */
export function droppedFiles(transfer: DataTransfer): { files: File[]; folders: string[] } {
  const isFolder = ({ name }: File) =>
    [...transfer.items].some((item) => {
      const entry = item.webkitGetAsEntry()
      return entry?.isDirectory === true && entry.name === name
    })
  const { true: folders = [], false: files = [] } = Object.groupBy([...transfer.files], (file) =>
    isFolder(file) ? 'true' : 'false',
  )
  return { files, folders: folders.map(({ name }) => name) }
}
