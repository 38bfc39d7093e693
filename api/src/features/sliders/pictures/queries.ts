import { hasField, type SliderType } from '@kontor/contract/sliders/kinds'
import type { Kysely } from 'kysely'
import type { Schema } from '../../../lib/database/schema.ts'
import type { Upload } from '../../../lib/http/multipart.ts'
import { storePicture } from '../../../lib/storage/images.ts'
import { namesIn } from '../../../lib/storage/in-use.ts'
import type { FileStore } from '../../../lib/storage/storage.ts'
import { picturesInTexts } from '../table.ts'

/** The pictures of a slider's form. */
export interface Pictures {
  image?: Upload | undefined
  wyswygimg?: Upload | undefined
}

/** The additional picture: a new one, none, or the stored one. */
export async function storeExtraPicture(
  pictures: FileStore,
  { type, remove }: { type: SliderType; remove?: boolean | undefined },
  { wyswygimg }: Pictures,
) {
  if (!hasField(type, 'wyswygimg')) return { wyswygimg: null }
  if (wyswygimg) return { wyswygimg: await storePicture(pictures, wyswygimg, 'wyswygimg') }
  return remove ? { wyswygimg: null } : {}
}

/** Stores a picture of a text and returns its URL. */
export const storeTextPicture = async (pictures: FileStore, upload: Upload) => ({
  url: `/api/images/sliders/${await storePicture(pictures, upload, 'image')}`,
})

/** Returns those of the names that a slider uses. */
export const picturesInUse = async (db: Kysely<Schema>, names: string[]) =>
  new Set([
    ...(await namesIn(db, ['sliders.image', 'sliders.wyswygimg'], names)),
    ...(await picturesInTexts(db, 'sliders')),
  ])
