import { sliders } from '@kontor/contract/sliders'
import { openFiles } from '../../../kit/files/files.ts'
import type { Kontor } from '../../../kit/serve/kontor.ts'
import { keepTextPicture, namedPictures } from './queries.ts'

const HOUR = 3_600_000

/** Opens the sliders' pictures, serves them, and sweeps those that nobody shows. */
export function openSliderPictures({ serve, db, config, maintenance }: Kontor) {
  // A text may lie unsaved in an editor for a working day, its pictures with it.
  const pictures = openFiles(config, 'sliders', 24 * HOUR)
  serve(sliders.textPicture, ({ files }) => keepTextPicture(pictures, files.image))
  serve(sliders.picture, ({ params }) => pictures.send(params.image))
  maintenance.every(HOUR, 'orphaned pictures of sliders', () =>
    pictures.sweep((names) => namedPictures(db, names)),
  )
  return pictures
}
