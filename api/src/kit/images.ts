import type { FileStore } from './files.ts'
import type { Upload } from './multipart.ts'
import { once } from './once.ts'
import { invalidField } from './refusal.ts'

const MAX_PIXELS = 40e6
const MAX_SIDE = 2000

/** What judges and draws pictures, loaded with the first upload: most starts never see one. */
const tools = once(async () => {
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
 * most 2000 px, without metadata. What is stored was made here; the upload itself is dropped. Refuses with 422 at `field`.
 */
export async function redraw(
  upload: Upload,
  field: string,
): Promise<{ bytes: Buffer; extension: 'jpg' | 'png' }> {
  const refusal = invalidField(field, 'validation.image')
  const { fileTypeFromBuffer, sharp } = await tools()
  const type = await fileTypeFromBuffer(upload.bytes)
  const extension = type?.ext
  if (!/\.(jpe?g|png)$/i.test(upload.name) || (extension !== 'jpg' && extension !== 'png')) throw refusal
  try {
    const picture = sharp(upload.bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', pages: 1 })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    const drawn = extension === 'jpg' ? picture.jpeg({ quality: 85, mozjpeg: false }) : picture.png()
    return { bytes: await drawn.toBuffer(), extension }
  } catch {
    throw refusal
  }
}

/** Draws an uploaded picture anew, keeps it, and answers its name. Refuses with 422 at `field`. */
export async function keepPicture(pictures: FileStore, upload: Upload, field: string): Promise<string> {
  const { bytes, extension } = await redraw(upload, field)
  return pictures.save(bytes, extension)
}
