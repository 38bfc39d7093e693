import { productList, products } from '@kontor/contract/products'
import { Picker } from '../../components/form/pickers/Picker.tsx'
import type { PickerDialogProps } from '../../components/form/pickers/pickers.ts'

const columns = [
  { key: 'erp_code', code: true, width: 140 },
  { key: 'name', main: true },
  { key: 'price' },
  { key: 'quantity' },
] as const
const paging = { sizes: [100], sort: { by: 'erp_code', desc: false } }

/** Picks active products. */
export const ProductPicker = (props: PickerDialogProps) => (
  <Picker list={productList} listRoute={products.activePagePost} columns={columns} {...paging} {...props} />
)
