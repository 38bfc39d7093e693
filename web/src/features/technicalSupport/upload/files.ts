import { MAX_DOCUMENT_BYTES } from '@kontor/contract/lib/http/files'

/** The size limit as text. */
export const MAX_SIZE_TEXT = `${MAX_DOCUMENT_BYTES / 1024 ** 2} MB`

/** The name of a file's node: the file name without its extension, unless too little remains. */
export function documentName(file: string): string {
  const short = file.replace(/\.[^.]+$/, '').trim()
  return ([...short].length >= 2 ? short : file).slice(0, 255)
}

/** The dropped files, and the names of dropped folders, which browsers cannot upload. */
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
