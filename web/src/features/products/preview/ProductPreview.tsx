import type { Product } from '@kontor/contract/products'
import { productSummary } from '@kontor/contract/products/glance'
import { use, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { cellIdOf, InlineContext } from '../../../components/data-table/inline-edit/InlineEditing.ts'
import { NumberCell } from '../../../components/data-table/inline-edit/NumberCell.tsx'
import { PreviewHead } from '../../../components/data-table/side-panel/PreviewHead.tsx'
import { Figures } from '../../../components/data-table/side-panel/Section.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { useProductNumbers } from '../inline/useProductNumbers.ts'
import { pictureOf } from '../ProductPicture.tsx'
import { Stock } from '../Stock.tsx'
import { Lines } from './Lines.tsx'
import { Offered } from './Offered.tsx'

/** A product in the side panel: price, stock, their history, and where it is offered. */
export function ProductPreview({ row }: { row: Product }) {
  const t = useTranslations()
  const summary = useApiQuery(productSummary, { params: { id: String(row.id) } }, { staleTime: 0 })
  const { refetch, data } = summary
  const { version } = row
  useRefresh('catalogueOrders', [productSummary])
  useRefresh('cart', [productSummary])
  // A new version of the product has a new history.
  useEffect(() => {
    if (version) void refetch()
  }, [version, refetch])
  return (
    <>
      <PreviewHead
        name={row.name}
        picture={pictureOf(row)}
        code={row.erp_code}
        state={{
          on: row.is_active,
          label: t(row.is_active ? 'features.products.active' : 'features.products.inactive'),
        }}
      >
        {row.description && <p>{row.description}</p>}
      </PreviewHead>
      <Numbers row={row} free={data?.free} asked={data?.asked} />
      {data && <Lines summary={data} />}
      {data && <Offered summary={data} />}
    </>
  )
}

interface NumbersProps {
  row: Product
  free: number | undefined
  asked: number | undefined
}

/** Price and quantity with inline editing. */
function Numbers({ row, free, asked }: NumbersProps) {
  const t = useTranslations()
  const { euro, integer } = formatOf(useLanguage().locale)
  const numbersOf = useProductNumbers()
  useEditFlag(row.id)
  return (
    <Figures>
      <div>
        <dt>{t('glance.price')}</dt>
        <dd>
          <NumberCell cellId={cellIdOf(row.id, 'price')} shown={euro(row.price)} {...numbersOf(row, 'price')}>
            {euro(row.price)}
          </NumberCell>
        </dd>
      </div>
      <div>
        <dt>{t('glance.quantity')}</dt>
        <dd>
          <NumberCell
            cellId={cellIdOf(row.id, 'quantity')}
            shown={integer(row.quantity)}
            {...numbersOf(row, 'quantity')}
          >
            <Stock quantity={row.quantity} />
          </NumberCell>
        </dd>
      </div>
      <div>
        <dt>{t('glance.free')}</dt>
        <dd>{free === undefined ? '…' : integer(free)}</dd>
      </div>
      {asked !== undefined && (
        <div>
          <dt title={t('glance.asked_says')}>{t('glance.asked')}</dt>
          <dd>{integer(asked)}</dd>
        </div>
      )}
    </Figures>
  )
}

/** Opens the inline editor of the stock when linked from the list of missing products. */
function useEditFlag(id: number) {
  const editing = use(InlineContext)
  const open = editing?.open
  useEffect(() => {
    const { restock, ...state } = history.state ?? {}
    if (restock !== id || !open) return
    history.replaceState(state, '') // once: the flag is removed from the history entry
    open(cellIdOf(id, 'quantity'))
  }, [id, open])
}
