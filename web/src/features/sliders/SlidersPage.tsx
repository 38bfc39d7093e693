import { type Slider, sliderList, sliders } from '@kontor/contract/sliders'
import { OBUKA, PROMOCIJA, SEMINAR, SLIKA } from '@kontor/contract/sliders/kinds'
import { IconEyeOff, IconEyeUp, IconMessages, IconShoppingCart, IconUserCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useConfirm } from '../../kit/dialog/useConfirm.tsx'
import type { Caution } from '../../kit/head/useToggle.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { useRefresh } from '../../kit/live/useEvents.ts'
import { useAct } from '../../kit/net/useAct.ts'
import type { Col } from '../../kit/table/columns.tsx'
import type { RowAction } from '../../kit/table/TableBody.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { SliderDetails } from './SliderDetails.tsx'
import { SliderDialog } from './SliderDialog.tsx'
import { SliderOrders } from './SliderOrders.tsx'
import { SliderPartners } from './SliderPartners.tsx'
import { pictureOf } from './SliderPicture.tsx'
import { SliderVisibility } from './SliderVisibility.tsx'
import { texts } from './texts.ts'

const columns: Col<Slider>[] = [
  { key: 'updated_at' },
  { key: 'name', main: true },
  { key: 'category_names', width: 260 },
  { key: 'type', width: 128, phone: 'line' },
  { key: 'is_visible', width: 128, phone: 'end', cell: (slider) => <SliderVisibility {...slider} /> },
  { key: 'is_active', optional: true },
]
const smallPicture = ({ image }: Slider) => pictureOf(image)
/** The filters, order and page of the list, so that the chat can lead back to them. */
const searchHere = () => Object.fromEntries(new URLSearchParams(location.search))
const hasDetails = ({ type }: Slider) => type !== SLIKA

const visibility = { slot: 'visibility', needs: sliders.activate.needs } as const

interface Shown {
  slider: Slider
  of: 'partners' | 'orders'
}

export function SlidersPage() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [shown, show] = useState<Shown | null>(null)
  useRefresh('sliders', [sliders.index, sliders.registrations, sliders.orders])
  const [question, changeVisibility] = useVisibility()
  const actions = useMemo<RowAction<Slider>[]>(
    () => [
      {
        ...{ key: 'partners', slot: 'type', icon: IconUserCheck, label: t('sliders.partners') },
        when: ({ type }) => type === SEMINAR,
        run: (slider) => show({ slider, of: 'partners' }),
      },
      {
        ...{ key: 'orders', slot: 'type', icon: IconShoppingCart, label: t('sliders.orders') },
        when: ({ type }) => type === PROMOCIJA,
        run: (slider) => show({ slider, of: 'orders' }),
      },
      {
        ...{ key: 'chat', slot: 'type', icon: IconMessages, label: t('sliders.chat') },
        when: ({ type }) => type === OBUKA,
        run: ({ id }) =>
          void navigate({ to: `/sliders/${id}/chat`, state: (state) => ({ ...state, list: searchHere() }) }),
      },
      {
        ...{ ...visibility, key: 'show', icon: IconEyeUp, label: t('sliders.show') },
        when: ({ is_visible }) => !is_visible,
        run: (row) => void changeVisibility(row),
      },
      {
        ...{ ...visibility, key: 'hide', icon: IconEyeOff, label: t('sliders.hide') },
        when: ({ is_visible }) => is_visible,
        run: (row) => void changeVisibility(row),
      },
    ],
    [t, navigate, changeVisibility],
  )
  return (
    <>
      <ListPage
        feature="sliders"
        list={sliderList}
        rows={sliders.index}
        columns={columns}
        form={SliderDialog}
        routes={sliders}
        details={SliderDetails}
        hasDetails={hasDetails}
        toggle={sliders.toggle}
        caution={useCaution()}
        actions={actions}
        picture={smallPicture}
      />
      {question}
      {shown?.of === 'partners' && <SliderPartners slider={shown.slider} onClose={() => show(null)} />}
      {shown?.of === 'orders' && <SliderOrders slider={shown.slider} onClose={() => show(null)} />}
    </>
  )
}

/** Shows a hidden slider and hides a visible one, after a question. The row then has what the server answered. */
function useVisibility() {
  const t = useTexts(texts)
  const [question, confirm] = useConfirm()
  const { mutate: show } = useAct(sliders.activate, { success: t('success.activate') })
  const { mutate: hide } = useAct(sliders.activate, { success: t('sliders.now_hidden') })
  const change = useCallback(
    async ({ id, name, is_visible }: Slider) => {
      const word = is_visible ? 'hide' : 'show'
      const yes = await confirm({
        title: t(`sliders.${word}_one`, { name }),
        text: t(`sliders.${word}_text`),
        action: t(`sliders.${word}`),
      })
      const act = is_visible ? hide : show
      if (yes) act({ params: { id: String(id) }, body: { is_visible: !is_visible } })
    },
    [t, confirm, show, hide],
  )
  return [question, change] as const
}

/** Whoever has signed up or ordered would no longer find the slider. */
function useCaution(): Caution<Slider> {
  const t = useTexts(texts)
  return useCallback(
    (rows) => {
      const count = rows.reduce((sum, { registrations, orders }) => sum + registrations + orders, 0)
      if (count === 0) return undefined
      return {
        title: t('sliders.used', { count }),
        text: t('sliders.used_text'),
        cancel: t('sliders.keep'),
      }
    },
    [t],
  )
}
