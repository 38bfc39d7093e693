import { invalidField } from '../http/http-error.ts'
import type { Upload } from '../http/multipart.ts'
import { memoize } from '../jobs/memoize.ts'
import { queueOfCallers } from '../jobs/queue.ts'
import type { FileStore } from './storage.ts'

/** Pixels of a picture in millions; drawing one of 25 takes up to 300 MB for a moment. */
const MAX_MEGAPIXELS = 25
const MAX_SIDE = 2000
/** One picture is drawn at a time; one of each caller waits for that, and his others for his own. Too many: 429. */
const inTurn = queueOfCallers({ atOnce: 1, waiting: 32, patience: 60_000 })

/** What judges and draws pictures, loaded with the first upload: most starts never see one. */
const tools = memoize(async () => {
  const [{ fileTypeFromBuffer }, { default: sharp }] = await Promise.all([
    import('file-type'),
    import('sharp'),
  ])
  // Of all that libvips can read, only what an office uploads: a loader that is not there cannot be attacked.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
  sharp.cache(false)
  sharp.concurrency(1)
  return { fileTypeFromBuffer, sharp }
})

/**
 * Judges an uploaded picture and draws it anew: jpg or png by its last extension and by its bytes, turned upright, at
 * most 2000 px, without metadata. What is stored was made here; the upload itself is dropped. Refuses with 422 at `field`, and
 * with 429 when too many callers wait.
 */
export async function redraw(
  upload: Upload,
  field: string,
): Promise<{ bytes: Buffer; extension: 'jpg' | 'png' }> {
  const invalidImage = invalidField(field, 'validation.image')
  const tooLarge = invalidField(field, 'validation.large_image', { max: MAX_MEGAPIXELS })
  const { fileTypeFromBuffer, sharp } = await tools()
  const type = await fileTypeFromBuffer(upload.bytes)
  const extension = type?.ext
  if (!/\.(jpe?g|png)$/i.test(upload.name) || (extension !== 'jpg' && extension !== 'png')) throw invalidImage
  return inTurn(async () => {
    const input = { limitInputPixels: false, failOn: 'warning', pages: 1 } as const
    try {
      const { width, height } = await sharp(upload.bytes, input).metadata()
      if (width * height > MAX_MEGAPIXELS * 1e6) throw tooLarge
      const picture = sharp(upload.bytes, { ...input, limitInputPixels: MAX_MEGAPIXELS * 1e6 })
        .autoOrient()
        .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      const drawn = extension === 'jpg' ? picture.jpeg({ quality: 85, mozjpeg: false }) : picture.png()
      return { bytes: await drawn.toBuffer(), extension }
    } catch (error) {
      throw error === tooLarge ? tooLarge : invalidImage
    }
  })
}

/** A picture of ours made small, for a document of many; nothing when it cannot be read. */
export async function thumbnail(picture: Buffer, side: number): Promise<Buffer | undefined> {
  const { sharp } = await tools()
  const small = sharp(picture).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  return small
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80 })
    .toBuffer()
    .catch(() => undefined)
}

/** Draws an uploaded picture anew, keeps it, and answers its name. Refuses with 422 at `field`. */
export async function storePicture(pictures: FileStore, upload: Upload, field: string): Promise<string> {
  const { bytes, extension } = await redraw(upload, field)
  return pictures.save(bytes, extension)
}
