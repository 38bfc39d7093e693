import { type City, cities, cityList } from '@kontor/contract/cities'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextField } from '../../kit/form/fields.tsx'
import type { RecordDialogProps } from '../../kit/table/useListPage.ts'
import { CountrySelect } from '../countries/CountrySelect.tsx'

export function CityDialog({ row, onClose }: RecordDialogProps<City>) {
  return (
    <FormDialog room="cities" row={row} routes={cities} list={cityList} onClose={onClose}>
      <TextField name="name" />
      <CountrySelect name="country_id" />
    </FormDialog>
  )
}
