import { keysOf } from '@kontor/contract/kit/list/keyed'
import { columnsOf } from '@kontor/contract/kit/resource/columns'
import { type Product, productFields, productList } from '@kontor/contract/products'
import { DetailsDialog } from '../../kit/form/DetailsDialog.tsx'
import { columnsWith } from '../../kit/table/columns.tsx'
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
      about={row.erp_code}
      picture={pictureOf(row)}
      onClose={onClose}
    />
  )
}
