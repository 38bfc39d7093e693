import { type Category, categories, categoryList } from '@kontor/contract/categories'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextField } from '../../kit/form/fields.tsx'
import type { RecordDialogProps } from '../../kit/table/useListPage.ts'

export function CategoryDialog({ row, onClose }: RecordDialogProps<Category>) {
  return (
    <FormDialog room="categories" row={row} routes={categories} list={categoryList} onClose={onClose}>
      <TextField name="name" />
    </FormDialog>
  )
}
