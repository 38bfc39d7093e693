import { sliders } from '@kontor/contract/sliders'
import { type SliderOrder, sliderOrderList } from '@kontor/contract/sliders/answers'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListDialog } from '../../../components/data-table/list-page/ListDialog.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { PartnerLink } from '../../partners/PartnerLink.tsx'
import type { AnswersProps } from './SliderPartners.tsx'

const columns: Col<SliderOrder>[] = [
  { key: 'updated_at' },
  { key: 'partner_id', code: true, width: 132 },
  { key: 'partner_name', main: true, cell: ({ partner }) => <PartnerLink {...partner} /> },
  { key: 'category_names', width: 240 },
  { key: 'quantity', width: 112 },
]
const nameOf = ({ partner }: SliderOrder) => partner.name

/** The orders of a promotion's product. */
export function SliderOrders({ slider, partner, onClose }: AnswersProps) {
  const t = useTranslations()
  const scope = useMemo(() => ({ params: { id: String(slider.id) } }), [slider.id])
  return (
    <ListDialog
      name="lists.slider_orders"
      title={t('lists.slider_orders.title')}
      subtitle={slider.name}
      list={sliderOrderList}
      rows={sliders.orders}
      scope={scope}
      {...(partner && { filters: { partner_id: partner } })}
      columns={columns}
      nameOf={nameOf}
      width={1040}
      note={<Total id={slider.id} />}
      buttons={
        <Button size="md" variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
      onClose={onClose}
    />
  )
}

/** The pieces of all orders, regardless of filters; from the same response as the rows. */
function Total({ id }: { id: number }) {
  const t = useTranslations()
  const { data } = useApiQuery(sliders.orders, { query: {}, params: { id: String(id) } })
  if (!data || data.length === 0) return null
  return t('sliders.ordered', {
    orders: data.length,
    pieces: data.reduce((sum, { quantity }) => sum + quantity, 0),
  })
}
