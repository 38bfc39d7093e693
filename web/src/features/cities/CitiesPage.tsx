import { cities, cityList } from '@kontor/contract/cities'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { CityDialog } from './CityDialog.tsx'

const columns = [
  { key: 'id' },
  { key: 'name', main: true },
  { key: 'country', phone: 'line', width: 280 },
  { key: 'is_active', phone: 'end' },
] as const

export function CitiesPage() {
  return (
    <ListPage
      room="cities"
      list={cityList}
      rows={cities.index}
      columns={columns}
      form={CityDialog}
      toggle={cities.toggle}
    />
  )
}
