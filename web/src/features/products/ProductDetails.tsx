import { keysOf } from '@kontor/contract/lib/lists/keys'
import { columnsOf } from '@kontor/contract/lib/resources/columns'
import { type Product, productFields, productList } from '@kontor/contract/products'
import { columnsWith } from '../../components/data-table/columns.tsx'
import { DetailsDialog } from '../../components/form/DetailsDialog.tsx'
import { pictureOf } from './ProductPicture.tsx'
import { Stock } from './Stock.tsx'

const names = [...keysOf(columnsOf(productFields)), 'is_active', 'updated_at'] as const
const fields = columnsWith<Product, (typeof names)[number]>(names, {
  erp_code: { code: true },
  quantity: { cell: ({ quantity }) => <Stock quantity={quantity} /> },
})

export function ProductDetails({ row, onClose }: { row: Product; onClose: () => void }) {
  return (
    <DetailsDialog
      feature="products"
      row={row}
      list={productList}
      fields={fields}
      subtitle={row.erp_code}
      picture={pictureOf(row)}
      onClose={onClose}
    />
  )
}
