import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import type { RecordOf } from '@kontor/contract/kit/resource/values'
import { cities } from '@kontor/contract/resources/cities'
import { TextField } from '../../kit/fields/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'
import { CountrySelect } from '../countries/CountrySelect.tsx'

export function CityDialog({ row, onClose }: RecordDialogProps<RecordOf<typeof cities>>) {
  return (
    <FormDialog room="cities" row={row} routes={routesOf(cities)} list={listOf(cities)} onClose={onClose}>
      <TextField name="name" />
      <CountrySelect name="country_id" />
    </FormDialog>
  )
}
