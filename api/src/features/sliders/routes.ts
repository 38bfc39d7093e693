import { sliders } from '@kontor/contract/sliders'
import { allOrFile, pageOrFile } from '../../kit/list/report.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { sliderPartnerRoutes } from './partners/routes.ts'
import { openSliderPictures } from './pictures/routes.ts'
import { appSliderRoutes } from './portal/routes.ts'
import { createSlider, getSlider, showSlider, sliderSource, toggleSlider, updateSlider } from './queries.ts'
import { requireSend } from './rules.ts'

export function sliderRoutes(kontor: Kontor) {
  const { serve, db, push } = kontor
  const pictures = openSliderPictures(kontor)
  serve(sliders.index, ({ body, locale }) => pageOrFile(db, sliderSource, body, locale))
  serve(sliders.all, ({ query, locale }) => allOrFile(db, sliderSource, query, locale))
  serve(sliders.one, ({ params }) => getSlider(db, params.id))
  serve(sliders.create, ({ user, form, files }) => {
    requireSend(user, form)
    return createSlider(db, pictures, form, files, push)
  })
  serve(sliders.update, ({ user, params, form, files }) => {
    requireSend(user, form)
    return updateSlider(db, pictures, params.id, form, files, push)
  })
  serve(sliders.updateJson, ({ user, params, body }) => {
    requireSend(user, body)
    return updateSlider(db, pictures, params.id, body, {}, push)
  })
  serve(sliders.toggle, ({ params, body }) => toggleSlider(db, params.id, body?.is_active))
  serve(sliders.activate, ({ params, body }) => showSlider(db, params.id, body?.is_visible))
  sliderPartnerRoutes(kontor)
  appSliderRoutes(kontor)
}
