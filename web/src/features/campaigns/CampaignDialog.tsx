import { type Campaign, campaignFields, campaignList, campaigns } from '@kontor/contract/campaigns'
import { campaignTypes, PRICE } from '@kontor/contract/campaigns/kinds'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { SelectField } from '../../components/form/fields/choices.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { ImageField } from '../../components/form/fields/ImageField.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { FormColumns, FormRow } from '../../components/form/layout.tsx'
import { ShowAddedContext } from '../../components/form/useSavedLink.ts'
import { DayField } from '../../components/resource/DayField.tsx'
import { Field } from '../../components/resource/Field.tsx'
import { campaignImageUrl } from '../../lib/api/imageUrls.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useIsHere } from '../../lib/router/useIsHere.ts'

// The row also has the type's name, which the form would use as the value otherwise.
const from = { campaign_type_id: 'campaign_type_id' }

/** Fields with a fixed position in the form; the others follow. */
const placed = ['name', 'description', 'visible_from', 'visible_until']
const others = Object.keys(campaignFields).filter((name) => !placed.includes(name))

export function CampaignDialog({ row, onClose }: RecordDialogProps<Campaign>) {
  const t = useTranslations()
  const navigate = useNavigate()
  const isHere = useIsHere()
  return (
    // A new campaign is opened, so its message has no link to it.
    <ShowAddedContext value={null}>
      <FormDialog
        row={row}
        routes={campaigns}
        list={campaignList}
        fields={campaignFields}
        rowNames={from}
        subtitle={row?.name}
        width={880}
        onClose={onClose}
        onSaved={({ id }) =>
          !row &&
          isHere() &&
          void navigate({ to: `/campaigns/${id}`, state: (state) => ({ ...state, isNew: true }) })
        }
      >
        <FormColumns
          aside={
            <ImageField
              name="image"
              label={t('campaigns.image')}
              saved={row && campaignImageUrl(row.image)}
              wide
            />
          }
        >
          <TextField name="name" />
          <TypeField row={row} />
          <TextArea name="description" max={4000} />
          <FormRow>
            <DayField
              name="visible_from"
              label={t('campaigns.visible_from')}
              help={t('campaigns.days_help')}
            />
            <DayField name="visible_until" label={t('campaigns.visible_until')} />
          </FormRow>
          {others.map((name) => (
            <Field key={name} name={name} />
          ))}
        </FormColumns>
      </FormDialog>
    </ShowAddedContext>
  )
}

function TypeField({ row }: Pick<RecordDialogProps<Campaign>, 'row'>) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const types = Object.entries(campaignTypes).map(([value, label]) => ({ value, label: label[locale] }))
  const none = { value: '', label: t('form.choose') }
  return (
    <SelectField
      name="campaign_type_id"
      label={t('campaigns.type')}
      required
      help={row?.campaign_type_id === PRICE ? t('campaigns.type_help') : undefined}
      options={row ? types : [none, ...types]}
    />
  )
}
