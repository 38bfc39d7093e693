import { notificationPartnerList, notifications } from '@kontor/contract/notifications'
import { openedKinds } from '@kontor/contract/notifications/form'
import { Group, Radio } from '@mantine/core'
import { IconBellOff, IconEyeOff, IconUsers } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { type FieldProps, useFormField, useFormValues } from '../../components/form/FormContext.ts'
import { useChosen } from '../../components/form/pickers/chosen.ts'
import { Picker } from '../../components/form/pickers/Picker.tsx'
import type { PickerDialogProps } from '../../components/form/pickers/pickers.ts'
import { PickField, ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { openedIn } from './OpenedField.tsx'
import classes from './Recipients.module.css'

const radio = { classNames: { radio: classes.radio ?? '' } }

const columns = [
  { key: 'id' },
  { key: 'name', main: true },
  { key: 'city', width: 140 },
  { key: 'category_names', width: 200 },
  { key: 'devices' },
] as const
const sizes = [100]

/** A field for active partners that shows the number of reachable devices of each. */
const RecipientSelect = (props: FieldProps) => <PickField {...props} many picker={RecipientPicker} />

const RecipientPicker = (props: PickerDialogProps) => (
  <Picker
    list={notificationPartnerList}
    listRoute={notifications.partnersPage}
    columns={columns}
    sizes={sizes}
    {...props}
  />
)

/** Recipients: categories or partners, with the number of people reached. Switching clears the selection. */
export function Recipients() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const kind = useFormField('send_by_category')
  const categories = useChosen('categories')
  const partners = useChosen('partners')
  const byCategory = kind.value === true
  const choose = (value: string) => {
    kind.set(value === 'categories')
    const other = value === 'categories' ? partners : categories
    other.clear()
  }
  return (
    <>
      <Radio.Group
        label={t('notifications.send_to')}
        value={byCategory ? 'categories' : 'partners'}
        onChange={choose}
      >
        <Group gap="xl" className={classes.kinds ?? ''}>
          <Radio {...radio} value="categories" label={t('notifications.to_categories')} />
          <Radio {...radio} value="partners" label={t('notifications.to_partners')} />
        </Group>
      </Radio.Group>
      {byCategory ? (
        <ReferenceSelect
          name="categories"
          to="categories"
          many
          label={notificationPartnerList.columns.category_names.label[locale]}
          required
        />
      ) : (
        <RecipientSelect name="partners" label={t('notifications.partners')} required />
      )}
      <Reach byCategory={byCategory} ids={(byCategory ? categories : partners).ids} />
    </>
  )
}

/** The number of recipients of the current selection. */
function Reach({ byCategory, ids }: { byCategory: boolean; ids: number[] }) {
  const t = useTranslations()
  const opened = openedIn(useFormValues())
  const body = {
    send_by_category: byCategory,
    [byCategory ? 'categories' : 'partners']: ids,
    ...(opened && { [openedKinds[opened.kind].field]: opened.record.id }),
  }
  const { data } = useApiQuery(notifications.recipients, { body }, { keepPrevious: true })
  const excluded = data?.partners_without_access ?? 0
  const isMuted = data && data.phones > 0 && !data.reaches_phones
  return (
    <div className={classes.reach} role="status">
      <p>
        <IconUsers size={16} aria-hidden />
        {data && ids.length > 0 ? t('notifications.reach', data) : t('notifications.reach_none')}
      </p>
      {opened && excluded > 0 && ids.length > 0 && (
        <p data-muted>
          <IconEyeOff size={16} aria-hidden />
          {t(`notifications.not_seen.${opened.kind}`, { partners: excluded })}
        </p>
      )}
      {isMuted && ids.length > 0 && (
        <p data-muted>
          <IconBellOff size={16} aria-hidden />
          {t('notifications.phones_logged', { phones: data.phones })}
        </p>
      )}
    </div>
  )
}
