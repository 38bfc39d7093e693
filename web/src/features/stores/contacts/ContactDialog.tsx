import { type StoreContact, storeContactList, storeContacts } from '@kontor/contract/stores'
import { useMemo } from 'react'
import { TextField } from '../../../kit/fields/fields.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import type { RecordDialogProps } from '../../../kit/list/useListPage.ts'

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
