import { sliderList, sliders } from '@kontor/contract/sliders'
import { Picker } from '../../components/form/pickers/Picker.tsx'
import type { PickerDialogProps } from '../../components/form/pickers/pickers.ts'

const columns = [
  { key: 'name', main: true },
  { key: 'type', width: 128 },
  { key: 'state', width: 128 },
  { key: 'category_names', width: 220 },
] as const

/** Picks active sliders. */
export const SliderPicker = (props: PickerDialogProps) => (
  <Picker list={sliderList} listRoute={sliders.active} columns={columns} {...props} />
)
