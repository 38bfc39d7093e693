import { type City, cities, cityList } from '@kontor/contract/cities'
import { TextField } from '../../kit/fields/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'
import { CountrySelect } from '../countries/CountrySelect.tsx'

export function CityDialog({ row, onClose }: RecordDialogProps<City>) {
  return (
    <FormDialog room="cities" row={row} routes={cities} list={cityList} onClose={onClose}>
      <TextField name="name" />
      <CountrySelect name="country_id" />
    </FormDialog>
  )
}
