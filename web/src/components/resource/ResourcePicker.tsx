import { listOf } from '@kontor/contract/lib/resources/columns'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { Picker } from '../form/pickers/Picker.tsx'
import type { PickerDialogProps } from '../form/pickers/pickers.ts'
import { pickedColumns, rowName } from './columns.ts'

/** The dialog that picks active records of a generated resource. */
export function resourcePicker(resource: Resource) {
  const { active } = routesOf(resource)
  const shown = {
    list: listOf(resource),
    listRoute: active,
    columns: pickedColumns(resource),
  }
  return ({ onPick, ...props }: PickerDialogProps) => (
    <Picker
      {...shown}
      {...props}
      onPick={(rows) => onPick?.(rows.map((row) => ({ id: row.id, name: rowName(resource, row) })))}
    />
  )
}
