import { optionLabel } from '@kontor/contract/lib/lists/list'
import { sliders } from '@kontor/contract/sliders'
import { type SliderOrder, sliderOrderList } from '@kontor/contract/sliders/orders'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListDialog } from '../../../components/data-table/list-page/ListDialog.tsx'
import type { RowAction } from '../../../components/data-table/rowAction.ts'
import { CloseButton } from '../../../components/ui/dialog/FooterButtons.tsx'
import { sliderImageUrl } from '../../../lib/api/imageUrls.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { PartnerLink } from '../../partners/PartnerLink.tsx'
import type { ResponsesProps } from '../registrations/SliderRegistrations.tsx'
import classes from './SliderOrders.module.css'

const columns: Col<SliderOrder>[] = [
  { key: 'updated_at' },
  { key: 'partner_id', code: true, width: 132 },
  { key: 'partner_name', main: true, width: 216, cell: ({ partner }) => <PartnerLink {...partner} /> },
  { key: 'category_names', width: 170 },
  {
    key: 'quantity',
    width: 150,
    cell: ({ price, ignore_quantity }, { euro }, plain) => (
      <>
        {plain()}
        {price && <span className={classes.by}>× {euro(price)}</span>}
        {ignore_quantity && <OutOfStock />}
      </>
    ),
  },
  {
    key: 'is_handled',
    width: 250,
    phone: 'end',
    cell: ({ handled_at, handled_by }, { shortDateTime }, plain) => (
      <>
        {plain()}
        {handled_at && handled_by && (
          <span className={classes.by}>
            {handled_by.name}, {shortDateTime(handled_at)}
          </span>
        )}
      </>
    ),
  },
]

/** Below a quantity that exceeds the stock. */
function OutOfStock() {
  const { locale } = useLanguage()
  return (
    <span className={classes.short}>
      {optionLabel(sliderOrderList.columns.ignore_quantity, true, locale)}
    </span>
  )
}

const nameOf = ({ partner }: SliderOrder) => partner.name

/** The orders of a promotion's product. */
export function SliderOrders({ slider, partner, onClose }: ResponsesProps) {
  const actions = useHandling()
  const scope = useMemo(() => ({ params: { id: String(slider.id) } }), [slider.id])
  return (
    <ListDialog
      subtitle={slider.name}
      list={sliderOrderList}
      listRoute={sliders.orders}
      scope={scope}
      {...(partner && { filters: { partner_id: partner } })}
      columns={columns}
      nameOf={nameOf}
      actions={actions}
      width={1120}
      intro={<Offer slider={slider} />}
      note={<Total id={slider.id} />}
      buttons={<CloseButton onClick={onClose} />}
      onClose={onClose}
    />
  )
}

/** Marks an order handled, and takes that back. */
function useHandling() {
  const t = useTranslations()
  const { mutate } = useApiMutation(sliders.handle)
  return useMemo<RowAction<SliderOrder>[]>(() => {
    const { permission } = sliders.handle
    const mark = (is_handled: boolean) => (row: SliderOrder) =>
      mutate({ params: { id: String(row.id) }, body: { is_handled } })
    return [
      {
        key: 'handle',
        icon: IconCheck,
        label: t('sliders.handle'),
        permission,
        when: ({ is_handled }) => !is_handled,
        run: mark(true),
      },
      {
        key: 'reopen',
        icon: IconArrowBackUp,
        label: t('sliders.reopen'),
        permission,
        when: ({ is_handled }) => is_handled,
        run: mark(false),
      },
    ]
  }, [t, mutate])
}

/** The picture of the promotion, and its product. */
function Offer({ slider: { image, product } }: Pick<ResponsesProps, 'slider'>) {
  return (
    <div className={classes.offer}>
      <img src={sliderImageUrl(image) ?? ''} alt="" />
      {product && (
        <p>
          {product.name}
          <br />
          <span>{product.erp_code}</span>
        </p>
      )}
    </div>
  )
}

/** The pieces of all orders, regardless of filters; from the same response as the rows. */
function Total({ id }: { id: number }) {
  const t = useTranslations()
  const { data } = useApiQuery(sliders.orders, { query: {}, params: { id: String(id) } })
  if (!data || data.length === 0) return null
  const sums = t('sliders.ordered', {
    orders: data.length,
    pieces: data.reduce((sum, { quantity }) => sum + quantity, 0),
  })
  const waiting = data.filter(({ is_handled }) => !is_handled).length
  return waiting > 0 ? `${sums} · ${t('sliders.waiting', { count: waiting })}` : sums
}
