import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { countries } from '@kontor/contract/resources/countries'
import type { FieldProps } from '../../kit/form/FormContext.ts'
import { Picker } from '../../kit/pick/Picker.tsx'
import { type PickerDialogProps, PickField } from '../../kit/pick/PickField.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const columns = [{ key: 'name', main: true }, { key: 'post_code' }] as const

/** A field that chooses an active country. */
export const CountrySelect = (props: FieldProps) => <PickField {...props} picker={CountryPicker} />

function CountryPicker({ first, onChoose, onClose }: PickerDialogProps) {
  const t = useTexts(texts)
  return (
    <Picker
      room="countries"
      title={t('rooms.countries.title')}
      list={listOf(countries)}
      rows={routesOf(countries).active}
      columns={columns}
      single
      first={first}
      onPick={([country]) => country && onChoose(country)}
      onClose={onClose}
    />
  )
}
