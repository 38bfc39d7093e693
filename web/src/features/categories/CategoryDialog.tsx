import { type Category, categories, categoryList } from '@kontor/contract/categories'
import { TextField } from '../../kit/fields/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'

export function CategoryDialog({ row, onClose }: RecordDialogProps<Category>) {
  return (
    <FormDialog room="categories" row={row} routes={categories} list={categoryList} onClose={onClose}>
      <TextField name="name" />
    </FormDialog>
  )
}
