import { notificationPartnerList, notifications } from '@kontor/contract/notifications'
import type { FieldProps } from '../../kit/form/FormContext.ts'
import { Picker } from '../../kit/pick/Picker.tsx'
import { type PickerManyDialogProps, PickManyField } from '../../kit/pick/PickField.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts as partnersTexts } from '../partners/texts.ts'

const columns = [
  { key: 'id' },
  { key: 'name', main: true },
  { key: 'city', width: 140 },
  { key: 'category_names', width: 200 },
  { key: 'devices' },
] as const
const sizes = [100]

/** A field that chooses active partners, and shows on how many devices each can be reached. */
export const RecipientSelect = (props: FieldProps) => <PickManyField {...props} picker={RecipientPicker} />

function RecipientPicker({ first, onChoose, onClose }: PickerManyDialogProps) {
  const t = useTexts(partnersTexts)
  return (
    <Picker
      room="partners"
      title={t('rooms.partners.title')}
      list={notificationPartnerList}
      rows={notifications.partners}
      columns={columns}
      sizes={sizes}
      first={first}
      onPick={onChoose}
      onClose={onClose}
    />
  )
}
