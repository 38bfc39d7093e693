import { type Partner, partners } from '@kontor/contract/partners'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { HistoryButton } from '../../../kit/form/HistoryButton.tsx'
import { phoneLink } from '../../../kit/look/phoneLink.ts'
import { StatusChip } from '../../../kit/look/StatusChip.tsx'
import { useMay } from '../../../kit/rights/useMay.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { PartnerDialog } from '../PartnerDialog.tsx'
import { texts } from '../texts.ts'
import classes from './PartnerPage.module.css'

/** Who the partner is, and what can be done. */
export function PartnerHead({ partner }: { partner: Partner }) {
  const t = useTexts(texts)
  const may = useMay()
  const [isEditing, setEditing] = useState(false)
  const { id, name, city, phone, is_active } = partner
  return (
    <header className={classes.head}>
      <Link to="/partners" search={history.state?.list ?? {}} className={classes.back}>
        <IconArrowLeft size={16} stroke={1.6} aria-hidden />
        {t('features.partners.title')}
      </Link>
      <div className={classes.title}>
        <h1>{name}</h1>
        <StatusChip
          on={is_active}
          label={t(is_active ? 'features.partners.active' : 'features.partners.inactive')}
        />
      </div>
      <p className={classes.about}>
        <span>{id}</span>
        {city && <span>{city.name}</span>}
        {phone && <a href={phoneLink(phone)}>{phone}</a>}
      </p>
      <div className={classes.tools}>
        <HistoryButton feature="partners" row={partner} about={`${id} · ${name}`} />
        {may(partners.update.needs) && (
          <Button leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setEditing(true)}>
            {t('partners.edit')}
          </Button>
        )}
      </div>
      {isEditing && <PartnerDialog row={partner} onClose={() => setEditing(false)} />}
    </header>
  )
}
