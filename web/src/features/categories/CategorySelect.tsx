import { categories, categoryList } from '@kontor/contract/categories'
import { useTranslations } from 'use-intl'
import type { FieldProps } from '../../kit/form/FormContext.ts'
import { Picker } from '../../kit/pick/Picker.tsx'
import { type PickerManyDialogProps, PickManyField } from '../../kit/pick/PickField.tsx'

const columns = [{ key: 'name', main: true }] as const

/** A field that chooses active categories. */
export const CategorySelect = (props: FieldProps) => <PickManyField {...props} picker={CategoryPicker} />

function CategoryPicker({ first, onChoose, onClose }: PickerManyDialogProps) {
  const t = useTranslations()
  return (
    <Picker
      room="categories"
      title={t('rooms.categories.title')}
      list={categoryList}
      rows={categories.active}
      columns={columns}
      first={first}
      onPick={onChoose}
      onClose={onClose}
    />
  )
}
