import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import { officeToday } from '@kontor/contract/lib/text/locales'
import { type Registration, registrationList } from '@kontor/contract/sliders/orders'
import { sliderPlaces } from '@kontor/contract/sliders/places'
import { Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useField } from '../../../components/form/FormContext.ts'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { textsOf } from '../../../components/form/pickers/chosen.ts'
import type { Values } from '../../../components/form/recordForm.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { PartnerUserSelect } from '../../messages/PartnerUserSelect.tsx'

interface SignUpDialogProps {
  sliderId: number
  /** The sign-up to change; null for a new one. */
  row: Registration | null
  onClose: () => void
}

const requireDays = ({ dates }: Values): FieldErrors =>
  textsOf(dates).length > 0 ? {} : { dates: ['validation.slider_dates'] }

/** Signs a partner's user up for days of a seminar, or changes the days. */
export function SignUpDialog({ sliderId, row, onClose }: SignUpDialogProps) {
  const t = useTranslations()
  const initialValues = row
    ? { partner_id: row.partner, user_id: String(row.user.id), dates: row.all_dates, before: row.all_dates }
    : { partner_id: '', user_id: '', dates: [], before: [] }
  const route = { ...sliderPlaces.signUp, path: `/api/sliders/${sliderId}/registrations` } as const
  return (
    <FormDialog
      title={t(row ? 'sliders.sign_edit' : 'sliders.sign_up')}
      row={null}
      routes={{ create: route, update: route }}
      list={registrationList}
      initialValues={initialValues}
      check={requireDays}
      success={() => ({ text: t('sliders.signed_up') })}
      onClose={onClose}
    >
      <PartnerUserSelect isFixed={row !== null} />
      <Days sliderId={sliderId} />
    </FormDialog>
  )
}

/** The future days, with the places that are left. */
function Days({ sliderId }: { sliderId: number }) {
  const t = useTranslations()
  const { date } = useFormat()
  const { data = [] } = useApiQuery(sliderPlaces.days, { params: { id: String(sliderId) } })
  const { value, set, error } = useField({ name: 'dates', label: t('sliders.dates') })
  const chosen = textsOf(value)
  const today = officeToday()
  const offered = data.filter(({ day }) => day >= today || chosen.includes(day))
  return (
    <Checkbox.Group
      label={t('sliders.dates')}
      required
      value={[...chosen]}
      onChange={(days) => set([...days].sort())}
      error={error}
      description={t(offered.length > 0 ? 'sliders.sign_up_help' : 'sliders.no_future_days')}
    >
      {offered.map(({ day, places, taken }) => (
        <Checkbox
          key={day}
          value={day}
          mt={8}
          label={
            places === null
              ? date(day)
              : taken >= places && !chosen.includes(day)
                ? t('sliders.day_full', { day: date(day) })
                : t('sliders.day_free', { day: date(day), free: Math.max(0, places - taken) })
          }
        />
      ))}
    </Checkbox.Group>
  )
}
