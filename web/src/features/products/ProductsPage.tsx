import { keysOf } from '@kontor/contract/lib/lists/keys'
import { columnsOf } from '@kontor/contract/lib/resources/columns'
import { type Product, productFields, productList, productSheet, products } from '@kontor/contract/products'
import { bulkProducts, productBulk } from '@kontor/contract/products/bulk'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { columnsWith } from '../../components/data-table/columns.tsx'
import {
  cellIdOf,
  InlineContext,
  useInlineEditing,
} from '../../components/data-table/inline-edit/InlineEditing.ts'
import { NumberCell } from '../../components/data-table/inline-edit/NumberCell.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import { DetailsDialog } from '../../components/form/DetailsDialog.tsx'
import { productImageUrl } from '../../lib/api/imageUrls.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { useProductNumbers } from './inline/useProductNumbers.ts'
import { Stock } from './Stock.tsx'

/** The columns, with inline editing of price and quantity. */
const columnsWithNumbers = (numbersOf: ReturnType<typeof useProductNumbers>, none: string) =>
  columnsWith<Product, keyof typeof productList.columns>(keysOf(productList.columns), {
    erp_code: { code: true, width: 104, phone: 'line' },
    name: { main: true },
    description: { width: 152 },
    price: {
      phone: 'end',
      cell: (row, { euro }, plain) => (
        <NumberCell cellId={cellIdOf(row.id, 'price')} shown={euro(row.price)} {...numbersOf(row, 'price')}>
          {plain()}
        </NumberCell>
      ),
    },
    quantity: {
      width: 100,
      phone: 'below',
      cell: (row, { integer }) => (
        <NumberCell
          cellId={cellIdOf(row.id, 'quantity')}
          shown={row.quantity > 0 ? integer(row.quantity) : `${none} ${integer(row.quantity)}`}
          {...numbersOf(row, 'quantity')}
        >
          <Stock quantity={row.quantity} />
        </NumberCell>
      ),
    },
  })

// Loaded with the first opened row.
const ProductPreview = lazyPart(() => import('./preview/ProductPreview.tsx'), 'ProductPreview')
const ProductDialog = lazyPart(() => import('./ProductDialog.tsx'), 'ProductDialog')

const detailNames = [...keysOf(columnsOf(productFields)), 'is_active', 'updated_at'] as const
const detailFields = columnsWith<Product, (typeof detailNames)[number]>(detailNames, {
  erp_code: { code: true },
  quantity: { cell: ({ quantity }) => <Stock quantity={quantity} /> },
})

const pictureOf = ({ image }: Product) => productImageUrl(image)

function ProductDetails({ row, onClose }: { row: Product; onClose: () => void }) {
  return (
    <DetailsDialog
      row={row}
      list={productList}
      fields={detailFields}
      subtitle={row.erp_code}
      picture={productImageUrl(row.image)}
      onClose={onClose}
    />
  )
}

const bulkEdit = { fields: productBulk, routes: bulkProducts }

export function ProductsPage() {
  const t = useTranslations()
  const files = useMemo(
    () => [
      { label: t('products.all'), route: products.excel },
      { label: t('table.template'), route: products.template },
    ],
    [t],
  )
  const numbersOf = useProductNumbers()
  const editing = useInlineEditing()
  const canChange = usePermission()(products.update.permission)
  const shown = useMemo(() => columnsWithNumbers(numbersOf, t('products.none')), [numbersOf, t])
  const imports = useMemo(
    () => ({ title: t('products.import'), routes: products, layout: productSheet }),
    [t],
  )
  return (
    <InlineContext value={canChange ? editing : null}>
      <ListPage
        list={productList}
        listRoute={products.index}
        columns={shown}
        form={ProductDialog}
        routes={products}
        details={ProductDetails}
        preview={ProductPreview}
        toggle={products.toggle}
        imports={imports}
        bulkEdit={bulkEdit}
        files={files}
        picture={pictureOf}
      />
    </InlineContext>
  )
}
