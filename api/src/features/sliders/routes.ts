import { sliders } from '@kontor/contract/sliders'
import { openFiles } from '../../kit/files.ts'
import type { Kontor } from '../../kit/kontor.ts'
import { allOrFile, pageOrFile } from '../../kit/report.ts'
import { appSliderRoutes } from './app/routes.ts'
import { sliderPartnerRoutes } from './partners/routes.ts'
import {
  createSlider,
  getSlider,
  keepTextPicture,
  namedPictures,
  showSlider,
  sliderSource,
  toggleSlider,
  updateSlider,
} from './queries.ts'

const HOUR = 3_600_000

export function sliderRoutes(kontor: Kontor) {
  const { serve, db, config, maintenance, push } = kontor
  // A text may lie unsaved in an editor for a working day, its pictures with it.
  const pictures = openFiles(config.dataDir, 'sliders', 24 * HOUR)
  serve(sliders.index, ({ body, locale }) => pageOrFile(db, sliderSource, body, locale))
  serve(sliders.all, ({ query, locale }) => allOrFile(db, sliderSource, query, locale))
  serve(sliders.one, ({ params }) => getSlider(db, params.id))
  serve(sliders.create, ({ form, files }) => createSlider(db, pictures, form, files, push))
  serve(sliders.update, ({ params, form, files }) => updateSlider(db, pictures, params.id, form, files, push))
  serve(sliders.updateJson, ({ params, body }) => updateSlider(db, pictures, params.id, body, {}, push))
  serve(sliders.toggle, ({ params, body }) => toggleSlider(db, params.id, body?.is_active))
  serve(sliders.activate, ({ params, body }) => showSlider(db, params.id, body?.is_visible))
  serve(sliders.textPicture, ({ files }) => keepTextPicture(pictures, files.image))
  serve(sliders.picture, ({ params }) => pictures.send(params.image))
  sliderPartnerRoutes(kontor)
  appSliderRoutes(kontor)
  maintenance.every(HOUR, 'orphaned pictures of sliders', () =>
    pictures.sweep((names) => namedPictures(db, names)),
  )
}
