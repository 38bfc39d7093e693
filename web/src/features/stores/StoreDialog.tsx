import { type Store, storeList, stores } from '@kontor/contract/stores'
import { TextField } from '../../kit/fields/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { FormRow } from '../../kit/form/layout.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'
import { ReferenceSelect } from '../../kit/pick/ReferenceSelect.tsx'
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
