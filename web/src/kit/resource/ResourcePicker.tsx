import { listOf } from '@kontor/contract/kit/resource/columns'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { Picker } from '../pick/Picker.tsx'
import type { PickerDialogProps } from '../pick/pickers.ts'
import { nameOf, pickedColumns } from './columns.ts'

/** The dialog that picks active records of a plain resource. */
export function resourcePicker(resource: Resource) {
  const { active } = routesOf(resource)
  const shown = { feature: resource, list: listOf(resource), rows: active, columns: pickedColumns(resource) }
  return ({ onPick, ...props }: PickerDialogProps) => (
    <Picker
      {...shown}
      {...props}
      onPick={(rows) => onPick(rows.map((row) => ({ id: row.id, name: nameOf(resource, row) })))}
    />
  )
}
