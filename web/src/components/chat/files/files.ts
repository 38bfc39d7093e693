import { MAX_DOCUMENT_BYTES } from '@kontor/contract/lib/http/documents'
import { MAX_IMAGE_BYTES } from '@kontor/contract/lib/http/pictures'

/** A file that was sent with a message: its type by its bytes, its size in bytes. */
export interface MessageFile {
  name: string
  type: string
  size: number
  /** Whether it is a picture with a thumbnail. */
  has_preview: boolean
}

/** Whether a message has a text besides its file. */
export const hasOwnText = ({ message, file }: { message: string; file: MessageFile | null }) =>
  file?.name !== message

/** The size limit as text. */
export const MAX_SIZE_TEXT = `${MAX_DOCUMENT_BYTES / 1024 ** 2} MB`

/** Why a file cannot be sent, as a message key; undefined when it can. The server also checks its content. */
export const fileProblem = ({ size }: Pick<File, 'size'>) =>
  size > MAX_DOCUMENT_BYTES
    ? ('chat.file_too_large' as const)
    : size === 0
      ? ('chat.file_empty' as const)
      : undefined

const PICTURE = /^image\/(jpeg|png|webp)$/
/** The longer side of a picture that is made smaller, in pixels: what the server stores at most. */
const MAX_SIDE = 2000

/**
 * A photo of a telephone may be larger than the server takes, so it is made smaller before it is sent. A picture that
 * the browser cannot read is returned as it is.
 */
export async function smallEnough(file: File): Promise<File> {
  if (!PICTURE.test(file.type) || file.size <= MAX_IMAGE_BYTES / 2) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!blob || blob.size >= file.size) return file
  return new File([blob], file.name.replace(/\.webp$/i, '.jpg'), { type })
}
