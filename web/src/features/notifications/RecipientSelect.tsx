import { notificationPartnerList, notifications } from '@kontor/contract/notifications'
import type { FieldProps } from '../../components/form/FormContext.ts'
import { Picker } from '../../components/form/pickers/Picker.tsx'
import type { PickerDialogProps } from '../../components/form/pickers/pickers.ts'
import { PickField } from '../../components/form/pickers/ReferenceSelect.tsx'

const columns = [
  { key: 'id' },
  { key: 'name', main: true },
  { key: 'city', width: 140 },
  { key: 'category_names', width: 200 },
  { key: 'devices' },
] as const
const sizes = [100]

/** A field for active partners that shows the number of reachable devices of each. */
export const RecipientSelect = (props: FieldProps) => <PickField {...props} many picker={RecipientPicker} />

const RecipientPicker = (props: PickerDialogProps) => (
  <Picker
    feature="partners"
    list={notificationPartnerList}
    rows={notifications.partnersPage}
    columns={columns}
    sizes={sizes}
    {...props}
  />
)
