import { type CatalogueOrder, catalogueOrderList } from '@kontor/contract/catalogueOrders'
import { Link } from '@tanstack/react-router'
import type { Col } from '../../components/data-table/columns.tsx'
import { DetailsDialog } from '../../components/form/DetailsDialog.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
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
    cell: ({ product }) => <ProductLink {...product} />,
  },
  ...['quantity', 'price', 'total'].map((key) => ({ key })),
  { key: 'ignore_quantity', cell: (order) => <OrderState order={order} /> },
]

/** A read-only order, with links to its partner and product. */
export function OrderDetails({ row, onClose }: { row: CatalogueOrder; onClose: () => void }) {
  return (
    <DetailsDialog
      feature="catalogueOrders"
      row={row}
      list={catalogueOrderList}
      fields={fields}
      subtitle={row.partner_name}
      onClose={onClose}
    />
  )
}

/** A product's name, linked to its list filtered to it for users who may see products. */
function ProductLink({ erp_code, name }: { erp_code: string; name: string }) {
  const can = usePermission()
  if (!can('products.see')) return name
  return (
    <Link to="/products" search={{ 'f.erp_code': erp_code }} style={{ color: 'var(--accent-text)' }}>
      {name}
    </Link>
  )
}
