import { categories, categoryList } from '@kontor/contract/categories'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'

const columns = [{ key: 'id' }, { key: 'name', main: true }, { key: 'is_active', phone: 'end' }] as const

export function CategoriesPage() {
  return (
    <ListPage
      room="categories"
      list={categoryList}
      rows={categories.index}
      columns={columns}
      form={CategoryDialog}
      toggle={categories.toggle}
    />
  )
}
