import { listOf } from '@kontor/contract/kit/resource/columns'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { categories } from '@kontor/contract/resources/categories'
import type { FieldProps } from '../../kit/form/FormContext.ts'
import { Picker } from '../../kit/pick/Picker.tsx'
import { type PickerManyDialogProps, PickManyField } from '../../kit/pick/PickField.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const columns = [{ key: 'name', main: true }] as const

/** A field that chooses active categories. */
export const CategorySelect = (props: FieldProps) => <PickManyField {...props} picker={CategoryPicker} />

function CategoryPicker({ first, onChoose, onClose }: PickerManyDialogProps) {
  const t = useTexts(texts)
  return (
    <Picker
      room="categories"
      title={t('rooms.categories.title')}
      list={listOf(categories)}
      rows={routesOf(categories).active}
      columns={columns}
      first={first}
      onPick={onChoose}
      onClose={onClose}
    />
  )
}
