import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import type { RecordOf } from '@kontor/contract/kit/resource/values'
import { categories } from '@kontor/contract/resources/categories'
import { TextField } from '../../kit/fields/fields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'

export function CategoryDialog({ row, onClose }: RecordDialogProps<RecordOf<typeof categories>>) {
  return (
    <FormDialog
      room="categories"
      row={row}
      routes={routesOf(categories)}
      list={listOf(categories)}
      onClose={onClose}
    >
      <TextField name="name" />
    </FormDialog>
  )
}
