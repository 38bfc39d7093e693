import { memoize } from '../concurrency/memoize.ts'
import { fairQueue } from '../concurrency/queue.ts'
import { invalidField } from '../http/http-error.ts'
import type { Upload } from '../http/multipart.ts'
import type { FileStore } from './storage.ts'

/** Maximum megapixels of a picture; decoding 25 takes up to 300 MB for a moment. */
const MAX_MEGAPIXELS = 25
const MAX_SIDE = 2000
/** One picture is processed at a time; one of each caller waits in the queue, further ones behind it. Too many: 429. */
const enqueue = fairQueue({ concurrency: 1, waiting: 32, maxWaitMs: 60_000 })

/** The image libraries, imported with the first upload, because most processes never need them. */
const tools = memoize(async () => {
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ])
  // Only the formats that an upload may have: disabled loaders of libvips cannot be attacked.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  sharp.cache(false)
  sharp.concurrency(1)
  return { fileTypeFromBuffer, sharp }
})

/**
 * Validates an uploaded picture and re-encodes it: jpg or png by its last extension and by its bytes, rotated by its
 * orientation, at most 2000 px, without metadata. The upload itself is discarded. Throws 422 at `field`, and 429 when
 * too many callers wait.
 */
export async function redraw(
  upload: Upload,
  field: string,
): Promise<{ bytes: Buffer; extension: 'jpg' | 'png' }> {
  const { fileTypeFromBuffer } = await tools()
  const type = await fileTypeFromBuffer(upload.bytes)
  const extension = type?.ext
  if (!/\.(jpe?g|png)$/i.test(upload.name) || (extension !== 'jpg' && extension !== 'png'))
    throw invalidField(field, 'validation.image')
  return redrawAs(upload.bytes, field, () => extension)
}

/**
 * Validates and re-encodes as {@link redraw} does a picture that is known by its bytes, of whatever name: jpg, png or
 * WebP, which becomes a png where it is transparent, else a jpg.
 */
export const redrawSent = (bytes: Buffer, field: string) =>
  redrawAs(bytes, field, ({ format, hasAlpha }) => (format === 'png' || hasAlpha ? 'png' : 'jpg'))

async function redrawAs(
  bytes: Buffer,
  field: string,
  extensionOf: (picture: { format: string; hasAlpha: boolean }) => 'jpg' | 'png',
) {
  const invalidImage = invalidField(field, 'validation.image')
  const tooLarge = invalidField(field, 'validation.large_image', { max: MAX_MEGAPIXELS })
  const { sharp } = await tools()
  return enqueue(async () => {
    const input = { limitInputPixels: false, failOn: 'warning', pages: 1 } as const
    try {
      const { width, height, ...known } = await sharp(bytes, input).metadata()
      if (width * height > MAX_MEGAPIXELS * 1e6) throw tooLarge
      const extension = extensionOf(known)
      const picture = sharp(bytes, { ...input, limitInputPixels: MAX_MEGAPIXELS * 1e6 })
        .autoOrient()
        .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      const drawn = extension === 'jpg' ? picture.jpeg({ quality: 85, mozjpeg: false }) : picture.png()
      return { bytes: await drawn.toBuffer(), extension }
    } catch (error) {
      throw error === tooLarge ? tooLarge : invalidImage
    }
  })
}

/** A thumbnail of a stored picture, for a document; undefined when it cannot be read. */
export async function thumbnail(picture: Buffer, side: number): Promise<Buffer | undefined> {
  const { sharp } = await tools()
  const small = sharp(picture).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  return small
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => undefined)
}

/** Re-encodes an uploaded picture, stores it, and returns its name. Throws 422 at `field`. */
export async function storePicture(pictures: FileStore, upload: Upload, field: string): Promise<string> {
  const { bytes, extension } = await redraw(upload, field)
  return pictures.save(bytes, extension)
}
