import { type Store, storeList, stores } from '@kontor/contract/stores'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { FormRow } from '../../components/form/layout.tsx'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import { StorePlace } from './StorePlace.tsx'

export function StoreDialog({ row, onClose }: RecordDialogProps<Store>) {
  return (
    <FormDialog feature="stores" row={row} routes={stores} list={storeList} width={560} onClose={onClose}>
      <TextField name="name" />
      <FormRow>
        <TextField name="address" />
        <ReferenceSelect name="city_id" to="cities" />
      </FormRow>
      <StorePlace />
    </FormDialog>
  )
}
