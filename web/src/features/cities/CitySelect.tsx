import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { cities } from '@kontor/contract/resources/cities'
import type { FieldProps } from '../../kit/form/FormContext.ts'
import { Picker } from '../../kit/pick/Picker.tsx'
import { type PickerDialogProps, PickField } from '../../kit/pick/PickField.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const columns = [{ key: 'name', main: true }, { key: 'country' }] as const

/** A field that chooses an active city. */
export const CitySelect = (props: FieldProps) => <PickField {...props} picker={CityPicker} />

function CityPicker({ first, onChoose, onClose }: PickerDialogProps) {
  const t = useTexts(texts)
  return (
    <Picker
      room="cities"
      title={t('rooms.cities.title')}
      list={listOf(cities)}
      rows={routesOf(cities).active}
      columns={columns}
      single
      first={first}
      onPick={([city]) => city && onChoose(city)}
      onClose={onClose}
    />
  )
}
