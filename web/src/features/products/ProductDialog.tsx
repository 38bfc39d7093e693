import { MAX_IMAGE_BYTES } from '@kontor/contract/kit/api/pictures'
import { type Product, productList, products } from '@kontor/contract/products'
import { DecimalField, IntegerField, TextField } from '../../kit/fields/fields.tsx'
import { ImageField } from '../../kit/fields/ImageField.tsx'
import { TextArea } from '../../kit/fields/TextArea.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { FormColumns, FormRow } from '../../kit/form/layout.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { pictureOf } from './ProductPicture.tsx'
import { texts } from './texts.ts'

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
      room="products"
      row={row}
      routes={products}
      list={productList}
      about={row?.erp_code}
      width={760}
      onClose={onClose}
    >
      <FormColumns aside={image}>
        <FormRow>
          <TextField name="erp_code" />
        </FormRow>
        <TextField name="name" />
        <TextArea name="description" />
        <FormRow>
          <DecimalField name="price" />
          <IntegerField name="quantity" />
        </FormRow>
      </FormColumns>
    </FormDialog>
  )
}
