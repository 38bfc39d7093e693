import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { cities } from '@kontor/contract/resources/cities'
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
      list={listOf(cities)}
      rows={routesOf(cities).index}
      columns={columns}
      form={CityDialog}
      routes={routesOf(cities)}
      toggle={routesOf(cities).toggle}
    />
  )
}
