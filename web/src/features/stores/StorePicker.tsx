import { storeList, stores } from '@kontor/contract/stores'
import { Picker } from '../../components/form/pickers/Picker.tsx'
import type { PickerDialogProps } from '../../components/form/pickers/pickers.ts'

const columns = [{ key: 'name', main: true }, { key: 'address', width: 260 }, { key: 'city' }] as const

/** Picks active stores. */
export const StorePicker = (props: PickerDialogProps) => (
  <Picker list={storeList} listRoute={stores.active} columns={columns} {...props} />
)
