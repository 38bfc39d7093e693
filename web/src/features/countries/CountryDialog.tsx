import { type Country, countries, countryList } from '@kontor/contract/countries'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextField } from '../../kit/form/fields.tsx'
import type { RecordDialogProps } from '../../kit/table/useListPage.ts'

export function CountryDialog({ row, onClose }: RecordDialogProps<Country>) {
  return (
    <FormDialog room="countries" row={row} routes={countries} list={countryList} onClose={onClose}>
      <TextField name="name" />
      <TextField name="post_code" />
    </FormDialog>
  )
}
