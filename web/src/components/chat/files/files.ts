import { MAX_DOCUMENT_BYTES, MAX_IMAGE_BYTES, PICTURES_OF_MESSAGES } from '@kontor/contract/lib/http/files'

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

/** Whether a chosen file is a picture that the conversation shows. */
export const isPicture = ({ type }: Pick<File, 'type'>) => PICTURES_OF_MESSAGES.includes(type)

/** Why a chosen file cannot be sent, as a message key with its limit; undefined when it can. */
export const fileProblem = ({ size }: Pick<File, 'size'>) =>
  size === 0 ? { key: 'chat.file_empty' as const, max: '' } : beyond(size, MAX_DOCUMENT_BYTES)

/** Why a file that was made {@link smallEnough} cannot be sent, as {@link fileProblem}: a picture may still be too large. */
export const sendProblem = (file: Pick<File, 'size' | 'type'>) =>
  isPicture(file) ? beyond(file.size, MAX_IMAGE_BYTES) : undefined

const beyond = (size: number, most: number) =>
  size > most ? { key: 'chat.file_too_large' as const, max: `${most / 1024 ** 2} MB` } : undefined

/** The longer side of a picture that is made smaller, in pixels: what the server stores at most. */
const MAX_SIDE = 2000

/**
 * A photo of a telephone may be larger than the server takes, so it is made smaller before it is sent. A picture that
 * the browser cannot read is returned as it is. A transparent WebP becomes a png, as on the server; without
 * transparency it becomes a jpg.
 */
export async function smallEnough(file: File): Promise<File> {
  if (!isPicture(file) || file.size <= MAX_IMAGE_BYTES / 2) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const pixels = () => context?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  const isPng = file.type === 'image/png' || (file.type === 'image/webp' && isTransparent(pixels()))
  const type = isPng ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!blob || blob.size >= file.size) return file
  return new File([blob], file.name.replace(/\.webp$/i, isPng ? '.png' : '.jpg'), { type })
}

/** Whether a pixel is not opaque: every fourth byte is the alpha of one. */
function isTransparent(bytes: ArrayLike<number>) {
  for (let at = 3; at < bytes.length; at += 4) if (bytes[at] !== 255) return true
  return false
}
