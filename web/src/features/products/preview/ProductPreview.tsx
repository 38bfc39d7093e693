import { keysOf } from '@kontor/contract/lib/lists/keys'
import { type Product, productList } from '@kontor/contract/products'
import { type ProductSummary, productSummary } from '@kontor/contract/products/summary'
import { IconCarouselHorizontal, IconListTree, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { use, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Spark } from '../../../components/charts/Spark.tsx'
import { columnsWith } from '../../../components/data-table/columns.tsx'
import { cellIdOf, InlineContext } from '../../../components/data-table/inline-edit/InlineEditing.ts'
import { NumberCell } from '../../../components/data-table/inline-edit/NumberCell.tsx'
import { Facts } from '../../../components/data-table/side-panel/PlainPreview.tsx'
import { PreviewHeader } from '../../../components/data-table/side-panel/PreviewHeader.tsx'
import { Figures, Lines as Rows, Section } from '../../../components/data-table/side-panel/Section.tsx'
import { NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { productImageUrl } from '../../../lib/api/imageUrls.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { dayOf } from '../../../lib/i18n/format.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useLabels } from '../../../lib/i18n/words.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { useProductNumbers } from '../inline/useProductNumbers.ts'
import { Stock } from '../Stock.tsx'
import classes from './ProductPreview.module.css'

/** Columns that the panel does not show in a place of their own. */
const otherColumns = columnsWith<Product, keyof typeof productList.columns>(
  keysOf(productList.columns).filter(
    (key) => !['updated_at', 'erp_code', 'description', 'price', 'quantity'].includes(key),
  ),
  {},
)

/** A product in the side panel: price, stock, their history, and where it is offered. */
export function ProductPreview({ row }: { row: Product }) {
  const { flag } = useLabels(productList)
  const summary = useApiQuery(productSummary, { params: { id: String(row.id) } }, { staleTime: 0 })
  const { refetch, data, error } = summary
  const { version } = row
  useRefresh(['catalogueOrders', 'cart', 'sliders'], [productSummary])
  // A new version of the product has a new history.
  useEffect(() => {
    if (version) void refetch()
  }, [version, refetch])
  return (
    <>
      <PreviewHeader
        name={row.name}
        picture={productImageUrl(row.image)}
        code={row.erp_code}
        state={{ on: row.is_active, label: flag[row.is_active ? 'yes' : 'no'] }}
      >
        {row.description && <p>{row.description}</p>}
      </PreviewHeader>
      <Facts list={productList} columns={otherColumns} row={row} name={row.name} />
      <Numbers row={row} free={data?.free ?? (error && null)} asked={data?.asked} />
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {data && <Lines summary={data} />}
      {data && <Offered summary={data} />}
    </>
  )
}

/** Where the product is offered to partners, as links with permission. */
function Offered({ summary: { campaigns, catalogue, sliders } }: { summary: ProductSummary }) {
  const t = useTranslations()
  const { euro } = useFormat()
  const all = [campaigns, catalogue, sliders]
  const known = all.filter((one) => one !== undefined)
  if (known.length === 0) return null
  const more = known.reduce((sum, { count, first }) => sum + count - first.length, 0)
  const isNowhere = known.every(({ count }) => count === 0)
  const state = (is: boolean) => (
    <StatusChip on={is} label={t(is ? 'productPreview.shown' : 'productPreview.hidden')} />
  )
  if (isNowhere && known.length < all.length) return null
  return (
    <Section
      title={t('productPreview.offered')}
      aside={more > 0 && <span>{t('productPreview.more', { count: more })}</span>}
    >
      {isNowhere ? (
        <p className={classes.empty}>{t('productPreview.nowhere')}</p>
      ) : (
        <Rows>
          {campaigns?.first.map(({ id, name, price, is_shown }) => (
            <li key={`campaign-${id}`}>
              <IconSpeakerphone size={16} aria-hidden />
              <Link to={`/campaigns/${id}`}>{name}</Link>
              <span>{is_shown ? euro(price) : state(false)}</span>
            </li>
          ))}
          {catalogue?.first.map(({ id, path, is_shown }) => (
            <li key={`place-${id}`}>
              <IconListTree size={16} aria-hidden />
              <Link to="/catalogue" search={{ node: String(id) }}>
                {path.join(' › ')}
              </Link>
              {state(is_shown)}
            </li>
          ))}
          {sliders?.first.map(({ id, name, is_shown }) => (
            <li key={`slider-${id}`}>
              <IconCarouselHorizontal size={16} aria-hidden />
              <Link to="/sliders" search={{ 'f.name': name, row: String(id) }}>
                {name}
              </Link>
              {state(is_shown)}
            </li>
          ))}
        </Rows>
      )}
    </Section>
  )
}

/** Line charts of stock and price; constant ones are omitted. */
function Lines({ summary }: { summary: ProductSummary }) {
  const t = useTranslations()
  const { euro, integer } = useFormat()
  return (
    <>
      <Line
        title={t('productPreview.stock_line')}
        name={t('productPreview.quantity')}
        line={summary.quantity}
        format={(amount) => integer(amount)}
      />
      <Line
        title={t('productPreview.price_line')}
        name={t('productPreview.price')}
        line={summary.price}
        format={(amount) => euro(String(amount))}
      />
    </>
  )
}

interface LineProps {
  title: string
  name: string
  line: ProductSummary['price']
  format: (amount: number) => string
}

function Line({ title, name, line, format }: LineProps) {
  const t = useTranslations()
  const { date, dateTime } = useFormat()
  const first = line[0]
  const last = line.at(-1)
  if (!first || !last || line.every(({ value }) => value === first.value)) return null
  const params = { from: format(Number(first.value)), to: format(Number(last.value)) }
  return (
    <Section title={title}>
      <Spark
        title={title}
        text={t('productPreview.line_says', params)}
        headings={[t('productPreview.moment'), name]}
        points={line.map(({ at, value }) => ({
          at: Date.parse(at),
          name: dateTime(at),
          amount: Number(value),
          isStep: true,
        }))}
        ends={[date(dayOf(first.at)), t('productPreview.now')]}
        format={format}
      />
    </Section>
  )
}

interface NumbersProps {
  row: Product
  /** Null when it could not be loaded. */
  free: number | null | undefined
  asked: number | undefined
}

/** Price and quantity with inline editing. */
function Numbers({ row, free, asked }: NumbersProps) {
  const t = useTranslations()
  const { euro, integer } = useFormat()
  const numbersOf = useProductNumbers()
  useEditFlag(row.id)
  return (
    <Figures>
      <div>
        <dt>{t('productPreview.price')}</dt>
        <dd>
          <NumberCell cellId={cellIdOf(row.id, 'price')} shown={euro(row.price)} {...numbersOf(row, 'price')}>
            {euro(row.price)}
          </NumberCell>
        </dd>
      </div>
      <div>
        <dt>{t('productPreview.quantity')}</dt>
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
        <dt title={t('productPreview.free_says')}>{t('productPreview.free')}</dt>
        <dd>{free === null ? '–' : free === undefined ? '…' : integer(free)}</dd>
      </div>
      {asked !== undefined && (
        <div>
          <dt title={t('productPreview.asked_says')}>{t('productPreview.asked')}</dt>
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
