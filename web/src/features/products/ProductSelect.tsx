import type { Route } from '@kontor/contract/kit/api/route'
import { type Product, productList, products } from '@kontor/contract/products'
import type { ListRow } from '../../kit/list/wholeList.ts'
import { Picker } from '../../kit/pick/Picker.tsx'
import type { Confirmation } from '../../kit/pick/useConfirmCall.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const columns = [
  { key: 'erp_code', code: true, width: 140 },
  { key: 'name', main: true },
  { key: 'price' },
  { key: 'quantity' },
] as const
const sizes = [100]
const byCode = { by: 'erp_code', desc: false }

interface ProductSelectProps<C extends Route> {
  /** What is chosen so far. */
  first?: readonly ListRow[]
  /** One product or several. */
  single?: boolean
  onPick: (products: Product[]) => void
  onClose: () => void
  confirmation?: Confirmation<C>
}

/** A dialog that picks active products. */
export function ProductSelect<const C extends Route = never>(props: ProductSelectProps<C>) {
  const t = useTexts(texts)
  return (
    <Picker
      room="products"
      title={t('rooms.products.title')}
      list={productList}
      rows={products.activePagePost}
      columns={columns}
      sizes={sizes}
      sort={byCode}
      {...props}
    />
  )
}
