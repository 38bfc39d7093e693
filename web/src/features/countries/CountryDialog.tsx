import { type Country, countries, countryList } from '@kontor/contract/countries'
import { TextField } from '../../kit/fields/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'

export function CountryDialog({ row, onClose }: RecordDialogProps<Country>) {
  return (
    <FormDialog room="countries" row={row} routes={countries} list={countryList} onClose={onClose}>
      <TextField name="name" />
      <TextField name="post_code" />
    </FormDialog>
  )
}
