import { partners } from '@kontor/contract/partners'
import { partnerChoiceList } from '@kontor/contract/partners/choice'
import { Picker } from '../../components/form/pickers/Picker.tsx'
import type { PickerDialogProps } from '../../components/form/pickers/pickers.ts'

const columns = [
  { key: 'id' },
  { key: 'name', main: true },
  { key: 'city' },
  { key: 'category_names', width: 220 },
] as const

/** Picks active partners. */
export const PartnerPicker = (props: PickerDialogProps) => (
  <Picker list={partnerChoiceList} listRoute={partners.activePage} columns={columns} {...props} />
)
