import { type StoreContact, storeContactList, storeContacts } from '@kontor/contract/stores'
import { useMemo } from 'react'
import { FormDialog } from '../../../kit/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import type { RecordDialogProps } from '../../../kit/table/useListPage.ts'

interface ContactDialogProps extends RecordDialogProps<StoreContact> {
  storeId: number
}

export function ContactDialog({ row, storeId, onClose }: ContactDialogProps) {
  const start = useMemo(() => ({ store_id: storeId }), [storeId])
  return (
    <FormDialog
      room="storeContacts"
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
