import { hasField, type SliderType } from '@kontor/contract/sliders/kinds'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../kit/db/schema.ts'
import type { FileStore } from '../../../kit/files/files.ts'
import { keepPicture } from '../../../kit/files/images.ts'
import type { Upload } from '../../../kit/serve/multipart.ts'
import { picturesInTexts } from '../table.ts'

/** What may come with a slider's form. */
export interface Pictures {
  image?: Upload | undefined
  wyswygimg?: Upload | undefined
}

/** The extra picture: a new one, none, or what was there. */
export async function keepExtra(
  pictures: FileStore,
  { type, remove }: { type: SliderType; remove?: boolean | undefined },
  { wyswygimg }: Pictures,
) {
  if (!hasField(type, 'wyswygimg')) return { wyswygimg: null }
  if (wyswygimg) return { wyswygimg: await keepPicture(pictures, wyswygimg, 'wyswygimg') }
  return remove ? { wyswygimg: null } : {}
}

/** The address of a picture for a text. */
export const keepTextPicture = async (pictures: FileStore, upload: Upload) => ({
  url: `/api/images/sliders/${await keepPicture(pictures, upload, 'image')}`,
})

/** Those of the names that a slider shows. */
export async function namedPictures(db: Kysely<Schema>, names: string[]) {
  const shown = sql<boolean>`(image = ANY(${names}) OR wyswygimg = ANY(${names}))` // one parameter, however many names
  const rows = await db.selectFrom('sliders').select(['image', 'wyswygimg']).where(shown).execute()
  return new Set([
    ...rows.flatMap(({ image, wyswygimg }) => [image, wyswygimg ?? image]),
    ...(await picturesInTexts(db, 'sliders')),
  ])
}
