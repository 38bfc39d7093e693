import { chosenMoment } from '@kontor/contract/lib/fields/moments'
import { sliders } from '@kontor/contract/sliders'
import { MAX_TEXT } from '@kontor/contract/sliders/form'
import { hasField, type SliderField, sliderTypeOf, TRAINING } from '@kontor/contract/sliders/kinds'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useFormField } from '../../components/form/FormContext.ts'
import { SwitchField } from '../../components/form/fields/choices.tsx'
import { DatesField } from '../../components/form/fields/DatesField.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { RichTextField } from '../../components/form/fields/RichTextField.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { FormHint } from '../../components/form/layout.tsx'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'

/** The fields of the slider's type. */
export function SliderTypeFields() {
  const t = useTranslations()
  const can = usePermission()
  const type = sliderTypeOf(useFormField('type').value)
  const push = useFormField('push_notification').value === true
  const isLater = isFuture(useFormField('visible_from').value)
  const has = (field: SliderField) => hasField(type, field)
  if (!type) return <FormHint>{t('sliders.choose_type')}</FormHint>
  return (
    <>
      {has('url') && (
        <TextField
          name="url"
          label={t('sliders.url')}
          required={type === TRAINING}
          help={t(type === TRAINING ? 'sliders.youtube_help' : 'sliders.url_help')}
        />
      )}
      {has('welcome_message') && (
        <TextArea name="welcome_message" label={t('sliders.welcome_message')} max={MAX_TEXT} />
      )}
      {has('product_id') && (
        <ReferenceSelect name="product_id" to="products" label={t('sliders.product')} required />
      )}
      {has('dates') && <DatesField name="dates" label={t('sliders.dates')} required />}
      {has('page_content') && (
        <RichTextField name="page_content" label={t('sliders.page_content')} upload={storePicture} />
      )}
      {has('push_notification') && can('sliders.send') && (
        <>
          <SwitchField name="push_notification" label={t('sliders.push_notification')} />
          {push && (
            <TextArea
              name="notification_text"
              label={t('sliders.notification_text')}
              max={MAX_TEXT}
              required
              help={isLater ? t('sliders.push_later') : undefined}
            />
          )}
        </>
      )}
    </>
  )
}

/** Whether a timestamp is in the future; an incomplete one is not. */
function isFuture(value: unknown) {
  const typed = z.safeParse(chosenMoment, value)
  return typed.success && Date.parse(typed.data) > Date.now()
}

async function storePicture(image: File) {
  const { url } = await apiRequest(sliders.textPicture, { files: { image } })
  return url
}
