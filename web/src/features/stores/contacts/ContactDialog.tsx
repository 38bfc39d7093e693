import { type StoreContact, storeContactList, storeContacts } from '@kontor/contract/stores'
import { useMemo } from 'react'
import type { RecordDialogProps } from '../../../components/data-table/list-page/listPageProps.ts'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { TextField } from '../../../components/form/fields/fields.tsx'

interface ContactDialogProps extends RecordDialogProps<StoreContact> {
  storeId: number
}

export function ContactDialog({ row, storeId, onClose }: ContactDialogProps) {
  const start = useMemo(() => ({ store_id: storeId }), [storeId])
  return (
    <FormDialog
      feature="storeContacts"
      row={row}
      routes={storeContacts}
      list={storeContactList}
      start={start}
      onClose={onClose}
    >
      <TextField name="phone" />
    </FormDialog>
  )
}
