import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { countries } from '@kontor/contract/resources/countries'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { CountryDialog } from './CountryDialog.tsx'

const columns = [
  { key: 'name', main: true },
  { key: 'post_code', phone: 'line', width: 200 },
  { key: 'is_active', phone: 'end' },
] as const

export function CountriesPage() {
  return (
    <ListPage
      room="countries"
      list={listOf(countries)}
      rows={routesOf(countries).index}
      columns={columns}
      form={CountryDialog}
      routes={routesOf(countries)}
      toggle={routesOf(countries).toggle}
    />
  )
}
