import { partnerList, partners } from '@kontor/contract/partners'
import type { FieldProps } from '../../kit/form/FormContext.ts'
import { Picker } from '../../kit/pick/Picker.tsx'
import { type PickerDialogProps, PickField } from '../../kit/pick/PickField.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const columns = [
  { key: 'id' },
  { key: 'name', main: true },
  { key: 'city' },
  { key: 'category_names', width: 220 },
] as const

/** A field that chooses an active partner. */
export const PartnerSelect = (props: FieldProps) => <PickField {...props} picker={PartnerPicker} />

function PartnerPicker({ first, onChoose, onClose }: PickerDialogProps) {
  const t = useTexts(texts)
  return (
    <Picker
      room="partners"
      title={t('rooms.partners.title')}
      list={partnerList}
      rows={partners.active}
      columns={columns}
      single
      first={first}
      onPick={([partner]) => partner && onChoose(partner)}
      onClose={onClose}
    />
  )
}
