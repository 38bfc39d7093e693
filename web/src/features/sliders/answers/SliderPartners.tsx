import { type Slider, sliders } from '@kontor/contract/sliders'
import { type Registration, registrationList } from '@kontor/contract/sliders/answers'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListDialog } from '../../../components/data-table/list-page/ListDialog.tsx'
import { PartnerLink } from '../../partners/PartnerLink.tsx'

const columns: Col<Registration>[] = [
  { key: 'updated_at' },
  { key: 'partner_id', code: true, width: 132 },
  { key: 'partner_name', main: true, cell: ({ partner }) => <PartnerLink {...partner} /> },
  { key: 'category_names', width: 200 },
  { key: 'all_dates', width: 220, cell: ({ all_dates }, { date }) => all_dates.map(date).join(', ') },
]
const nameOf = ({ partner }: Registration) => partner.name

export interface AnswersProps {
  slider: Slider
  /** Initial filter by partner. */
  partner?: string
  onClose: () => void
}

/** The registrations for a seminar, with their days. */
export function SliderPartners({ slider, partner, onClose }: AnswersProps) {
  const t = useTranslations()
  const scope = useMemo(() => ({ params: { id: String(slider.id) } }), [slider.id])
  return (
    <ListDialog
      name="lists.registrations"
      title={t('lists.registrations.title')}
      subtitle={slider.name}
      list={registrationList}
      rows={sliders.registrations}
      scope={scope}
      {...(partner && { filters: { partner_id: partner } })}
      columns={columns}
      nameOf={nameOf}
      width={1040}
      buttons={
        <Button size="md" variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
      onClose={onClose}
    />
  )
}
