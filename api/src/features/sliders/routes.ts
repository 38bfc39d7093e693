import { sliders } from '@kontor/contract/sliders'
import { legacyNames, sliderPatch } from '@kontor/contract/sliders/form'
import { sliderPlaces } from '@kontor/contract/sliders/places'
import { sliderSorting } from '@kontor/contract/sliders/sorting'
import type { AppContext } from '../../context.ts'
import { EVERY_HOUR } from '../../lib/jobs/jobs.ts'
import { allOrFile, pageOfPicked, pageOrFile } from '../../lib/lists/respond.ts'
import { requireRecord } from '../../lib/resources/records.ts'
import { registerUpdate, updateById } from '../../lib/resources/register-update.ts'
import { openFileStore } from '../../lib/storage/storage.ts'
import { handleOrder, orderSource, registrationSource } from './orders/queries.ts'
import { picturesInUse, storeTextPicture } from './pictures/queries.ts'
import { listDays, setPlaces, signUp } from './places/queries.ts'
import { portalSliderRoutes } from './portal/routes.ts'
import {
  createSlider,
  duplicateSlider,
  getSlider,
  setSliderVisibility,
  sliderSource,
  toggleSlider,
  updateSlider,
} from './queries.ts'
import { notOfType, requireSend } from './rules.ts'
import { publishDueSliders } from './schedule/queries.ts'
import { listInOrder, saveOrder } from './sorting/queries.ts'

/** Maximum delay in ms with which a beginning or end is published; what partners see is computed by time. */
const PUBLISH_DELAY_MS = 10_000

export function sliderRoutes(context: AppContext) {
  const { registerRoute, db, push } = context
  const writing = { db, pictures: openSliderPictures(context), push }
  const publishDue = async () => void (await publishDueSliders(db, push, context.log))
  // Cached totals are valid until a table changes, so state changes by time are written before totals are read. On the
  // primary: a replica's clock may differ, and its cached total would be too early.
  registerRoute(sliders.index, async ({ body, locale }) => {
    await publishDue()
    return pageOrFile(db, sliderSource, body, locale)
  })
  registerRoute(sliders.all, async ({ query, locale }) => {
    await publishDue()
    return allOrFile(db, sliderSource, query, locale)
  })
  registerRoute(sliders.active, async ({ body, locale }) => {
    await publishDue()
    return pageOfPicked(db, sliderSource, { ...body, show_only_active: true }, locale)
  })
  registerRoute(sliders.one, ({ params }) => getSlider(db, params.id))
  registerRoute(sliders.create, ({ user, form, files, idempotency }) => {
    requireSend(user, form)
    return createSlider(writing, { form, files }, idempotency)
  })
  const one = {
    ...updateById(sliderPatch, (id) => getSlider(db, id)),
    legacy: legacyNames,
    rowNames: { dates: 'available_dates' },
    completedByHandler: () => ['push_notification'],
    checkNamed: notOfType,
  }
  registerUpdate(registerRoute, [sliders.update], one, ({ user, params, form, files, idempotency }) =>
    updateSlider(writing, user, params.id, { form, files }, idempotency),
  )
  registerUpdate(
    registerRoute,
    [sliders.updateJson, sliders.patch],
    one,
    ({ user, params, body, idempotency }) =>
      updateSlider(writing, user, params.id, { form: body, files: {} }, idempotency),
  )
  registerRoute(sliders.duplicate, ({ params, body }) => duplicateSlider(db, params.id, body.name))
  registerRoute(sliders.toggle, ({ params, body }) => toggleSlider(db, push, params.id, body?.is_active))
  registerRoute(sliders.setVisibility, ({ params, body }) =>
    setSliderVisibility(db, push, params.id, body?.is_visible),
  )
  context.beforeServing(publishDue)
  context.maintenance.every(PUBLISH_DELAY_MS, 'slider times', publishDue)
  sliderOrderRoutes(context)
  sliderPlaceRoutes(context)
  sliderSortingRoutes(context)
  portalSliderRoutes(context)
}

const HOUR = 3_600_000

/** Opens the sliders' pictures, serves them, and sweeps unused ones. */
function openSliderPictures({ registerRoute, db, config, jobs }: AppContext) {
  // A text with pictures may be unsaved in an editor for a working day.
  const pictures = openFileStore(config, 'sliders', 24 * HOUR)
  registerRoute(sliders.textPicture, ({ files }) => storeTextPicture(pictures, files.image))
  registerRoute(sliders.picture, ({ params }) => pictures.send(params.image))
  jobs.schedule('orphaned_slider_pictures', EVERY_HOUR, () =>
    pictures.sweep((names) => picturesInUse(db, names)),
  )
  return pictures
}

function sliderOrderRoutes({ registerRoute, db, reads }: AppContext) {
  registerRoute(sliders.registrations, async ({ params, query, locale }) => {
    await requireRecord(db, 'sliders', params.id)
    return allOrFile(reads, registrationSource(params.id, locale), query, locale)
  })
  registerRoute(sliders.orders, async ({ params, query, locale }) => {
    await requireRecord(db, 'sliders', params.id)
    return allOrFile(reads, orderSource(params.id), query, locale)
  })
  registerRoute(sliders.handle, ({ user, params, body }) =>
    handleOrder(db, user, params.id, body?.is_handled),
  )
}

function sliderPlaceRoutes({ registerRoute, db, push }: AppContext) {
  registerRoute(sliderPlaces.days, ({ params }) => listDays(db, params.id))
  registerRoute(sliderPlaces.setPlaces, ({ params, body }) => setPlaces(db, push, params.id, body))
  registerRoute(sliderPlaces.signUp, ({ params, body }) => signUp(db, push, params.id, body))
}

function sliderSortingRoutes({ registerRoute, db, push }: AppContext) {
  registerRoute(sliderSorting.index, () => listInOrder(db))
  registerRoute(sliderSorting.save, ({ body }) => saveOrder(db, push, body.ids))
}
