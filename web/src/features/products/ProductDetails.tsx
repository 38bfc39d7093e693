import { type Product, productList } from '@kontor/contract/products'
import { DetailsDialog } from '../../kit/form/DetailsDialog.tsx'
import { pictureOf } from './ProductPicture.tsx'
import { Stock } from './Stock.tsx'

const fields = [
  { key: 'erp_code', code: true },
  { key: 'name' },
  { key: 'description' },
  { key: 'price' },
  { key: 'quantity', cell: ({ quantity }: Product) => <Stock quantity={quantity} /> },
  { key: 'is_active' },
  { key: 'updated_at' },
] as const

export function ProductDetails({ row, onClose }: { row: Product; onClose: () => void }) {
  return (
    <DetailsDialog
      room="products"
      row={row}
      list={productList}
      fields={fields}
      about={row.erp_code}
      picture={pictureOf(row)}
      onClose={onClose}
    />
  )
}
