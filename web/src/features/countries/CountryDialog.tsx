import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import type { RecordOf } from '@kontor/contract/kit/resource/values'
import { countries } from '@kontor/contract/resources/countries'
import { TextField } from '../../kit/fields/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'

export function CountryDialog({ row, onClose }: RecordDialogProps<RecordOf<typeof countries>>) {
  return (
    <FormDialog
      room="countries"
      row={row}
      routes={routesOf(countries)}
      list={listOf(countries)}
      onClose={onClose}
    >
      <TextField name="name" />
      <TextField name="post_code" />
    </FormDialog>
  )
}
