import { type Product, productFields, productList, products } from '@kontor/contract/products'
import { useTranslations } from 'use-intl'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { IntegerField } from '../../components/form/fields/fields.tsx'
import { ImageField } from '../../components/form/fields/ImageField.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { FormColumns, FormRow } from '../../components/form/layout.tsx'
import { Field } from '../../components/resource/Field.tsx'
import { productImageUrl } from '../../lib/api/imageUrls.ts'

/** Fields with a fixed position in the form; the others follow. */
const placed = ['erp_code', 'name', 'description', 'price', 'quantity']
const others = Object.keys(productFields).filter((name) => !placed.includes(name))

export function ProductDialog({ row, onClose }: RecordDialogProps<Product>) {
  const t = useTranslations()
  const image = (
    <ImageField name="image" label={t('products.image')} saved={row && productImageUrl(row.image)} />
  )
  return (
    <FormDialog
      row={row}
      routes={products}
      list={productList}
      fields={productFields}
      subtitle={row?.erp_code}
      width={760}
      onClose={onClose}
    >
      <FormColumns aside={image}>
        <FormRow>
          <Field name="erp_code" />
        </FormRow>
        <Field name="name" />
        <TextArea name="description" />
        <FormRow>
          <Field name="price" />
          <IntegerField name="quantity" />
        </FormRow>
        {others.map((name) => (
          <Field key={name} name={name} />
        ))}
      </FormColumns>
    </FormDialog>
  )
}
