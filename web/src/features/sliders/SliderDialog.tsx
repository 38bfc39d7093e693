import { type Slider, sliderList, sliders } from '@kontor/contract/sliders'
import { hasField, sliderTypeOf, sliderTypes } from '@kontor/contract/sliders/kinds'
import { useTranslations } from 'use-intl'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import { useFormField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { SelectField } from '../../components/form/fields/choices.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { ImageField } from '../../components/form/fields/ImageField.tsx'
import { FormColumns, FormRow, FormStack } from '../../components/form/layout.tsx'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import type { Values } from '../../components/form/recordForm.ts'
import { MomentField } from '../../components/publishing/MomentField.tsx'
import { Previewed, useHasPreviewRoom } from '../../components/publishing/Previewed.tsx'
import { sliderImageUrl } from '../../lib/api/imageUrls.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { SliderTypeFields } from './SliderTypeFields.tsx'

const SliderPreview = lazyPart(() => import('./SliderPreview.tsx'), 'SliderPreview')

const newValues: Values = { push_notification: false, categories: [], dates: [] }
const from = { dates: 'available_dates' }

export function SliderDialog({ row, onClose }: RecordDialogProps<Slider>) {
  const { locale } = useLanguage()
  return (
    <FormDialog
      row={row}
      routes={sliders}
      list={sliderList}
      {...(!row && { initialValues: newValues })}
      rowNames={from}
      subtitle={row?.name}
      width={useHasPreviewRoom() ? 1376 : 1040}
      tall
      onClose={onClose}
    >
      <Previewed preview={<SliderPreview row={row} />}>
        <FormColumns aside={<Pictures row={row} />}>
          <TextField name="name" />
          <TypeField isNew={!row} />
          <ReferenceSelect
            name="categories"
            to="categories"
            many
            label={sliderList.columns.category_names.label[locale]}
            required
          />
          <SliderTypeFields />
          <Moments />
        </FormColumns>
      </Previewed>
    </FormDialog>
  )
}

/** The period in which partners see it. */
function Moments() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { visible_from, visible_until } = sliderList.columns
  return (
    <FormRow>
      <MomentField
        name="visible_from"
        label={visible_from.label[locale]}
        hour="08:00"
        help={t('sliders.moments_help')}
      />
      <MomentField name="visible_until" label={visible_until.label[locale]} hour="23:59" futureOnly />
    </FormRow>
  )
}

function TypeField({ isNew }: { isNew: boolean }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const types = Object.entries(sliderTypes).map(([value, { label }]) => ({ value, label: label[locale] }))
  const none = { value: '', label: t('form.choose') }
  return <SelectField name="type" options={isNew ? [none, ...types] : types} />
}

function Pictures({ row }: { row: Slider | null }) {
  const t = useTranslations()
  const type = useFormField('type').value
  return (
    <FormStack>
      <ImageField name="image" label={t('sliders.image')} saved={row && sliderImageUrl(row.image)} wide />
      {hasField(sliderTypeOf(type), 'wyswygimg') && (
        <ImageField
          name="wyswygimg"
          label={t('sliders.wyswygimg')}
          saved={row && sliderImageUrl(row.wyswygimg)}
          removes="remove"
          wide
        />
      )}
    </FormStack>
  )
}
