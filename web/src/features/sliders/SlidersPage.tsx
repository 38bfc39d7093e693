import { type Slider, sliderList, sliders } from '@kontor/contract/sliders'
import { IMAGE, PROMOTION, SEMINAR, TRAINING } from '@kontor/contract/sliders/kinds'
import { sliderSorting } from '@kontor/contract/sliders/sorting'
import { IconArrowsSort, IconMessages, IconShoppingCart, IconUserCheck } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import type { RowAction } from '../../components/data-table/rowAction.ts'
import type { DeactivationWarning } from '../../components/data-table/toolbar/useToggle.tsx'
import { useDuplicate } from '../../components/publishing/useDuplicate.tsx'
import { useVisibility } from '../../components/publishing/useVisibility.tsx'
import { sliderImageUrl } from '../../lib/api/imageUrls.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { currentSearch } from '../../lib/router/currentSearch.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { SliderOrders } from './orders/SliderOrders.tsx'
import { SliderRegistrations } from './registrations/SliderRegistrations.tsx'
import { SliderDetails } from './SliderDetails.tsx'
import { NameWithPicture } from './SliderPicture.tsx'
import { SliderVisibility } from './SliderVisibility.tsx'

// Loaded with the first opened record.
const SliderDialog = lazyPart(() => import('./SliderDialog.tsx'), 'SliderDialog')
const SortingDialog = lazyPart(() => import('./sorting/SortingDialog.tsx'), 'SortingDialog')

const columns: Col<Slider>[] = [
  { key: 'updated_at', width: 104 },
  { key: 'name', main: true, cell: (slider) => <NameWithPicture {...slider} /> },
  { key: 'category_names', width: 148 },
  { key: 'type', width: 100, phone: 'line' },
  { key: 'answers', width: 104, cell: (slider) => <Responses {...slider} /> },
  { key: 'state', width: 144, phone: 'end', cell: (slider) => <SliderVisibility {...slider} /> },
  { key: 'position', width: 112 },
  { key: 'visible_from' },
  { key: 'visible_until' },
  { key: 'is_visible', width: 128, implied: true }, // by the state
  { key: 'is_active' },
]
/** Its orders or sign-ups, where its type has them. */
function Responses({ type, orders, registrations }: Slider) {
  const t = useTranslations()
  if (type === PROMOTION) return t('sliders.orders_count', { count: orders })
  return type === SEMINAR ? t('sliders.registrations_count', { count: registrations }) : null
}

const smallPicture = ({ image }: Slider) => sliderImageUrl(image)
const hasDetails = ({ type }: Slider) => type !== IMAGE

/** Whether showing it sends its notification to partners. */
const notifiesOnShow = ({ push_notification, visible_from }: Slider) =>
  push_notification && (visible_from === null || Date.parse(visible_from) <= Date.now())

interface Shown {
  slider: Slider
  of: 'partners' | 'orders'
}

export function SlidersPage() {
  const [shown, show] = useState<Shown | null>(null)
  const [isSorting, setSorting] = useState(false)
  const maySort = usePermission()(sliderSorting.save.permission)
  useRefresh('sliders', [sliders.index, sliders.registrations, sliders.orders])
  const t = useTranslations()
  const [question, showing, bulk] = useVisibility<Slider>({
    list: sliderList,
    route: sliders.setVisibility,
    hidden: t('sliders.now_hidden'),
    showText: (rows) => {
      const count = rows.filter(notifiesOnShow).length
      const text = t('sliders.show_text', { count: rows.length })
      return count > 0 ? `${text} ${t('sliders.show_told', { count })}` : text
    },
    hideText: ({ length: count }) => t('sliders.hide_text', { count }),
  })
  const [copying, duplicate] = useCopies()
  const actions = useActions(show, showing, duplicate)
  return (
    <>
      <ListPage
        list={sliderList}
        listRoute={sliders.index}
        columns={columns}
        form={SliderDialog}
        routes={sliders}
        details={SliderDetails}
        hasDetails={hasDetails}
        toggle={sliders.toggle}
        deactivationWarning={useDeactivationWarning()}
        actions={actions}
        bulk={bulk}
        picture={smallPicture}
        {...(maySort && {
          tool: { label: t('sliders.order'), icon: IconArrowsSort, run: () => setSorting(true) },
        })}
      />
      {question}
      {copying}
      <LinkedResponses />
      {isSorting && <SortingDialog onClose={() => setSorting(false)} />}
      {shown?.of === 'partners' && <SliderRegistrations slider={shown.slider} onClose={() => show(null)} />}
      {shown?.of === 'orders' && <SliderOrders slider={shown.slider} onClose={() => show(null)} />}
    </>
  )
}

/** Opens a partner's responses to a slider by URL: `?responses=7&partner=10012`; `answers` is the former name. */
function LinkedResponses() {
  const {
    answers,
    responses = answers,
    partner,
    ...rest
  }: Record<string, string | undefined> = useSearch({
    strict: false,
  })
  const navigate = useNavigate()
  const { data: slider } = useApiQuery(
    sliders.one,
    { params: { id: responses ?? '' } },
    { enabled: /^\d{1,9}$/.test(responses ?? '') },
  )
  if (!responses || !slider || !(slider.type === SEMINAR || slider.type === PROMOTION)) return null
  const ResponsesDialog = slider.type === SEMINAR ? SliderRegistrations : SliderOrders
  const close = () => void navigate({ to: '/sliders', search: rest })
  return <ResponsesDialog slider={slider} onClose={close} {...(partner && { partner })} />
}

/** The row actions: those of its type, show and hide, duplicate. */
function useActions(
  show: (shown: Shown) => void,
  showing: readonly RowAction<Slider>[],
  duplicate: RowAction<Slider>,
) {
  const t = useTranslations()
  const navigate = useNavigate()
  return useMemo<RowAction<Slider>[]>(
    () => [
      {
        key: 'partners',
        slot: 'type',
        icon: IconUserCheck,
        label: t('sliders.partners'),
        when: ({ type }) => type === SEMINAR,
        run: (slider) => show({ slider, of: 'partners' }),
      },
      {
        key: 'orders',
        slot: 'type',
        icon: IconShoppingCart,
        label: t('sliders.orders'),
        when: ({ type }) => type === PROMOTION,
        run: (slider) => show({ slider, of: 'orders' }),
      },
      {
        key: 'chat',
        slot: 'type',
        icon: IconMessages,
        label: t('sliders.chat'),
        when: ({ type }) => type === TRAINING,
        run: ({ id }) =>
          void navigate({
            to: `/sliders/${id}/chat`,
            state: (state) => ({ ...state, list: currentSearch() }),
          }),
      },
      ...showing,
      duplicate,
    ],
    [t, navigate, show, showing, duplicate],
  )
}

/** The copy is hidden initially and opened for review. */
function useCopies() {
  const t = useTranslations()
  const navigate = useNavigate()
  return useDuplicate<Slider, typeof sliders.duplicate>({
    route: sliders.duplicate,
    title: t('sliders.duplicate_title'),
    text: t('sliders.duplicate_text'),
    label: t('sliders.duplicate_name'),
    success: t('sliders.duplicated'),
    onDone: ({ id }) => void navigate({ to: `/sliders?edit=${id}` }),
  })
}

/** Warning: partners who have signed up or ordered would no longer find the slider. */
function useDeactivationWarning(): DeactivationWarning<Slider> {
  const t = useTranslations()
  return useCallback(
    (rows) => {
      const count = rows.reduce((sum, { registrations, orders }) => sum + registrations + orders, 0)
      if (count === 0) return undefined
      return { text: t('sliders.used', { rows: rows.length, count }), cancel: t('sliders.keep') }
    },
    [t],
  )
}
