import { countries, countryList } from '@kontor/contract/countries'
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
      list={countryList}
      rows={countries.index}
      columns={columns}
      form={CountryDialog}
      toggle={countries.toggle}
    />
  )
}
