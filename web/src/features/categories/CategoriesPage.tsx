import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { categories } from '@kontor/contract/resources/categories'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'

const columns = [{ key: 'id' }, { key: 'name', main: true }, { key: 'is_active', phone: 'end' }] as const

export function CategoriesPage() {
  return (
    <ListPage
      room="categories"
      list={listOf(categories)}
      rows={routesOf(categories).index}
      columns={columns}
      form={CategoryDialog}
      routes={routesOf(categories)}
      toggle={routesOf(categories).toggle}
    />
  )
}
