import { type Slider, sliders } from '@kontor/contract/sliders'
import { type Registration, registrationList } from '@kontor/contract/sliders/orders'
import { sliderPlaces } from '@kontor/contract/sliders/places'
import { IconPencil, IconUserMinus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListDialog } from '../../../components/data-table/list-page/ListDialog.tsx'
import type { RowAction } from '../../../components/data-table/rowAction.ts'
import { CloseButton } from '../../../components/ui/dialog/FooterButtons.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { PartnerLink } from '../../partners/PartnerLink.tsx'
import { DayPlaces } from './DayPlaces.tsx'

const SignUpDialog = lazyPart(() => import('./SignUpDialog.tsx'), 'SignUpDialog')

const NONE: readonly RowAction<Registration>[] = []
const nameOf = ({ partner }: Registration) => partner.name

export interface ResponsesProps {
  slider: Slider
  /** Initial filter by partner. */
  partner?: string
  onClose: () => void
}

/** The registrations for a seminar, with their days; the office signs partners up and off. */
export function SliderRegistrations({ slider, partner, onClose }: ResponsesProps) {
  const t = useTranslations()
  const can = usePermission()
  const mayChange = can(sliderPlaces.signUp.permission)
  const scope = useMemo(() => ({ params: { id: String(slider.id) } }), [slider.id])
  const [signing, setSigning] = useState<Registration | 'new' | null>(null)
  const { question, signOff } = useSignOff(slider.id)
  const daysOf = useWaitingDays()
  const columns: Col<Registration>[] = [
    { key: 'updated_at' },
    { key: 'partner_id', code: true, width: 132 },
    { key: 'partner_name', main: true, cell: (row) => <PartnerLink {...row.partner} /> },
    { key: 'category_names', width: 200 },
    { key: 'all_dates', width: 260, cell: daysOf },
  ]
  const actions: RowAction<Registration>[] = [
    { key: 'edit', icon: IconPencil, label: t('sliders.sign_edit'), run: setSigning },
    {
      key: 'off',
      icon: IconUserMinus,
      label: t('sliders.sign_off'),
      run: (row) => void signOff(row),
    },
  ]
  return (
    <ListDialog
      subtitle={slider.name}
      list={registrationList}
      listRoute={sliders.registrations}
      scope={scope}
      {...(partner && { filters: { partner_id: partner } })}
      columns={columns}
      nameOf={nameOf}
      actions={mayChange ? actions : NONE}
      {...(mayChange && { add: { label: t('sliders.sign_up'), run: () => setSigning('new') } })}
      width={1080}
      intro={<DayPlaces sliderId={slider.id} mayChange={mayChange} />}
      buttons={<CloseButton onClick={onClose} />}
      onClose={onClose}
    >
      {signing && (
        <SignUpDialog
          sliderId={slider.id}
          row={signing === 'new' ? null : signing}
          onClose={() => setSigning(null)}
        />
      )}
      {question}
    </ListDialog>
  )
}

function useSignOff(sliderId: number) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const mutation = useApiMutation(sliderPlaces.signUp, { success: t('sliders.signed_off') })
  const signOff = async ({ partner, user, all_dates }: Registration) => {
    const isConfirmed = await confirm({
      title: t('sliders.sign_off_title', { name: partner.name }),
      text: t('sliders.sign_off_text'),
      action: t('sliders.sign_off'),
    })
    if (isConfirmed)
      mutation.mutate({
        params: { id: String(sliderId) },
        body: { partner_id: partner.id, user_id: user.id, dates: [], before: all_dates },
      })
  }
  return { question, signOff }
}

/** The days of a registration in one line, those that are waited for with a word. */
function useWaitingDays() {
  const t = useTranslations()
  const { date } = useFormat()
  return ({ all_dates, waiting_dates }: Registration) =>
    all_dates
      .map((day) => (waiting_dates.includes(day) ? t('sliders.waits', { day: date(day) }) : date(day)))
      .join(', ')
}
