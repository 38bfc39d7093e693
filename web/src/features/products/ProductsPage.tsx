import { keysOf } from '@kontor/contract/kit/list/keyed'
import { type Product, productList, productSheet, products } from '@kontor/contract/products'
import { useMemo } from 'react'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { listTexts } from '../../kit/list/texts.ts'
import { columnsWith } from '../../kit/table/columns.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { ProductDetails } from './ProductDetails.tsx'
import { ProductDialog } from './ProductDialog.tsx'
import { pictureOf } from './ProductPicture.tsx'
import { Stock } from './Stock.tsx'
import { texts } from './texts.ts'

const columns = columnsWith<Product, keyof typeof productList.columns>(keysOf(productList.columns), {
  erp_code: { code: true, width: 104, phone: 'line' },
  name: { main: true },
  description: { width: 152 },
  price: { phone: 'end' },
  quantity: { width: 100, phone: 'below', cell: ({ quantity }) => <Stock quantity={quantity} /> },
})

export function ProductsPage() {
  const t = useTexts(texts, listTexts)
  const files = useMemo(
    () => [
      { label: t('products.all'), route: products.excel },
      { label: t('table.template'), route: products.template },
    ],
    [t],
  )
  const imports = useMemo(
    () => ({ title: t('products.import'), routes: products, layout: productSheet }),
    [t],
  )
  return (
    <ListPage
      feature="products"
      list={productList}
      rows={products.index}
      columns={columns}
      form={ProductDialog}
      routes={products}
      details={ProductDetails}
      toggle={products.toggle}
      imports={imports}
      files={files}
      picture={pictureOf}
    />
  )
}
