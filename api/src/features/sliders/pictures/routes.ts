import { sliders } from '@kontor/contract/sliders'
import type { AppContext } from '../../../context.ts'
import { EVERY_HOUR } from '../../../lib/jobs/jobs.ts'
import { openFileStore } from '../../../lib/storage/storage.ts'
import { namedPictures, storeTextPicture } from './queries.ts'

const HOUR = 3_600_000

/** Opens the sliders' pictures, serves them, and sweeps unused ones. */
export function openSliderPictures({ registerRoute, db, config, jobs }: AppContext) {
  // A text with pictures may be unsaved in an editor for a working day.
  const pictures = openFileStore(config, 'sliders', 24 * HOUR)
  registerRoute(sliders.textPicture, ({ files }) => storeTextPicture(pictures, files.image))
  registerRoute(sliders.picture, ({ params }) => pictures.send(params.image))
  jobs.schedule('orphaned_slider_pictures', EVERY_HOUR, () =>
    pictures.sweep((names) => namedPictures(db, names)),
  )
  return pictures
}
