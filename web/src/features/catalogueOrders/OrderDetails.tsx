import { type CatalogueOrder, catalogueOrderList } from '@kontor/contract/catalogueOrders'
import { Link } from '@tanstack/react-router'
import { DetailsDialog } from '../../kit/form/DetailsDialog.tsx'
import { useMay } from '../../kit/rights/useMay.ts'
import type { Col } from '../../kit/table/columns.tsx'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { OrderState } from './OrderState.tsx'

const fields: readonly Col<CatalogueOrder>[] = [
  { key: 'created_at' },
  {
    key: 'partner_name',
    cell: ({ partner }) => <PartnerLink {...partner} />,
  },
  { key: 'partner_id', code: true },
  { key: 'erp_code', code: true },
  {
    key: 'product_name',
    cell: ({ product }) => (
      <Reference to="products" search={{ 'f.erp_code': product.erp_code }} {...product} />
    ),
  },
  ...['quantity', 'price', 'total'].map((key) => ({ key })),
  { key: 'ignore_quantity', cell: (order) => <OrderState order={order} /> },
]

/** One order to read, with the ways to its partner and product. */
export function OrderDetails({ row, onClose }: { row: CatalogueOrder; onClose: () => void }) {
  return (
    <DetailsDialog
      feature="catalogueOrders"
      row={row}
      list={catalogueOrderList}
      fields={fields}
      about={row.partner_name}
      onClose={onClose}
    />
  )
}

interface ReferenceProps {
  to: 'partners' | 'products'
  /** The list where it alone is. */
  search: Record<string, string>
  name: string
}

/** A record's name, which leads to it where one may see it. */
function Reference({ to, search, name }: ReferenceProps) {
  const may = useMay()
  if (!may(`${to}.see`)) return name
  return (
    <Link to={`/${to}`} search={search} style={{ color: 'var(--accent-text)' }}>
      {name}
    </Link>
  )
}
