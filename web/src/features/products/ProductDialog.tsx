import { MAX_IMAGE_BYTES } from '@kontor/contract/kit/pictures'
import { type Product, productList, products } from '@kontor/contract/products'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { DecimalField, IntegerField, TextField } from '../../kit/form/fields.tsx'
import { ImageField } from '../../kit/form/ImageField.tsx'
import { FormColumns, FormRow } from '../../kit/form/layout.tsx'
import { TextArea } from '../../kit/form/TextArea.tsx'
import type { RecordDialogProps } from '../../kit/table/useListPage.ts'
import { pictureOf } from './ProductPicture.tsx'

export function ProductDialog({ row, onClose }: RecordDialogProps<Product>) {
  const t = useTranslations()
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
