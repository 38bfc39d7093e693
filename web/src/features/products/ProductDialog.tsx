import { MAX_IMAGE_BYTES } from '@kontor/contract/kit/api/pictures'
import { type Product, productFields, productList, products } from '@kontor/contract/products'
import { IntegerField } from '../../kit/fields/fields.tsx'
import { ImageField } from '../../kit/fields/ImageField.tsx'
import { TextArea } from '../../kit/fields/TextArea.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { FormColumns, FormRow } from '../../kit/form/layout.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'
import { Field } from '../../kit/resource/Field.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { pictureOf } from './ProductPicture.tsx'
import { texts } from './texts.ts'

/** Each of these has its place in the form; every other one comes below them. */
const placed = ['erp_code', 'name', 'description', 'price', 'quantity']
const others = Object.keys(productFields).filter((name) => !placed.includes(name))

export function ProductDialog({ row, onClose }: RecordDialogProps<Product>) {
  const t = useTexts(texts)
  const image = (
    <ImageField
      name="image"
      label={t('products.image')}
      saved={row && pictureOf(row)}
      bytes={MAX_IMAGE_BYTES}
    />
  )
  return (
    <FormDialog
      feature="products"
      row={row}
      routes={products}
      list={productList}
      fields={productFields}
      about={row?.erp_code}
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
