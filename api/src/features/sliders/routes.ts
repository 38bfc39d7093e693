import { sliders } from '@kontor/contract/sliders'
import { legacyNames, sliderPatch } from '@kontor/contract/sliders/form'
import { allOrFile, pageOrFile } from '../../kit/list/report.ts'
import { keptById, serveChanges } from '../../kit/records/rest-stays.ts'
import type { Kontor } from '../../kit/serve/kontor.ts'
import { duplicateSlider } from './copies/queries.ts'
import { turnSliders } from './moments/queries.ts'
import { sliderPartnerRoutes } from './partners/routes.ts'
import { openSliderPictures } from './pictures/routes.ts'
import { appSliderRoutes } from './portal/routes.ts'
import { createSlider, getSlider, showSlider, sliderSource, toggleSlider, updateSlider } from './queries.ts'
import { notOfType, requireSend } from './rules.ts'

/** How late the office and partners' apps hear that a moment has come; what partners see follows the clock itself. */
const TURN_MS = 10_000

export function sliderRoutes(kontor: Kontor) {
  const { serve, db, push } = kontor
  const pictures = openSliderPictures(kontor)
  const turn = async () => void (await turnSliders(db, push, kontor.log))
  // Totals are kept until something changes: what the clock has changed is written before they are asked for. By this
  // server's clock: a replica has another one, and would keep what it has counted too early.
  serve(sliders.index, async ({ body, locale }) => {
    await turn()
    return pageOrFile(db, sliderSource, body, locale)
  })
  serve(sliders.all, async ({ query, locale }) => {
    await turn()
    return allOrFile(db, sliderSource, query, locale)
  })
  serve(sliders.one, ({ params }) => getSlider(db, params.id))
  serve(sliders.create, ({ user, form, files, attempt }) => {
    requireSend(user, form)
    return createSlider(db, pictures, form, files, push, attempt)
  })
  const one = {
    ...keptById(sliderPatch, async (id) => {
      const slider = await getSlider(db, id)
      return { ...slider, dates: slider.available_dates }
    }),
    ...{ legacy: legacyNames, apart: () => ['push_notification'], misnamed: notOfType },
  }
  serveChanges(serve, [sliders.update], one, ({ user, params, form, files }) =>
    updateSlider(db, pictures, user, params.id, form, files, push),
  )
  serveChanges(serve, [sliders.updateJson, sliders.patch], one, ({ user, params, body }) =>
    updateSlider(db, pictures, user, params.id, body, {}, push),
  )
  serve(sliders.duplicate, ({ params, body }) => duplicateSlider(db, params.id, body.name))
  serve(sliders.toggle, ({ params, body }) => toggleSlider(db, push, params.id, body?.is_active))
  serve(sliders.activate, ({ params, body }) => showSlider(db, push, params.id, body?.is_visible))
  kontor.beforeServing(turn)
  kontor.maintenance.every(TURN_MS, 'moments of sliders', turn)
  sliderPartnerRoutes(kontor)
  appSliderRoutes(kontor)
}
