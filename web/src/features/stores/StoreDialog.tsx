import { type Store, storeList, stores } from '@kontor/contract/stores'
import { useTranslations } from 'use-intl'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { pickedRecordOf } from '../../components/form/pickers/chosen.ts'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import type { Values } from '../../components/form/recordForm.ts'
import { isAbroad, loadCountries } from '../../components/map/countries.ts'
import { townOf } from '../../components/map/towns.ts'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { pointOf, StorePlace } from './StorePlace.tsx'

export function StoreDialog({ row, onClose }: RecordDialogProps<Store>) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const ask = async (values: Values) => {
    const city = pickedRecordOf(values.city_id)?.name ?? ''
    if (!(await isElsewhere(values, city))) return true
    return await confirm({
      title: t('stores.abroad', { city }),
      text: t('stores.abroad_text'),
      cancel: t('stores.abroad_back'),
      action: t('stores.abroad_save'),
    })
  }
  return (
    <>
      <FormDialog row={row} routes={stores} list={storeList} width={560} confirmSave={ask} onClose={onClose}>
        <TextField name="name" />
        <TextField name="address" />
        <ReferenceSelect name="city_id" to="cities" />
        <StorePlace />
      </FormDialog>
      {question}
    </>
  )
}

/** Whether the place is outside the city's country; false where that is unknown. */
async function isElsewhere({ latitude, longitude }: Values, city: string) {
  const point = pointOf(latitude, longitude)
  const town = townOf(city)
  if (!point || !town) return false
  const countries = await loadCountries().catch(() => null)
  return countries !== null && isAbroad(countries, point, town)
}
