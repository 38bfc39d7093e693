import type { SupportConversation } from '@kontor/contract/customerSupport/inbox'
import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconExternalLink,
  IconPhone,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { SupportType } from '../SupportType.tsx'
import classes from './Reading.module.css'
import type { useInbox } from './useInbox.ts'

interface ReadingHeadProps {
  row: SupportConversation
  inbox: ReturnType<typeof useInbox>
  /** Absent without the permission to answer. */
  onResolve?: () => void
}

/** The header of a conversation: its author, and its actions. */
export function ReadingHeader({ row, inbox, onResolve }: ReadingHeadProps) {
  const t = useTranslations()
  const { partner, user, city, phone, is_active } = row
  const { open, next, previous } = inbox
  const subtitle = [user.name, city?.name, phone].filter((one) => one && one !== partner.name).join(' · ')
  return (
    <header className={classes.head}>
      <BackButton inbox={inbox} />
      <div className={classes.who}>
        <div className={classes.name}>
          <h2 title={partner.name}>{partner.name}</h2>
          <SupportType {...row} />
        </div>
        <p className={classes.subtitle}>{subtitle}</p>
      </div>
      <div className={classes.actions}>
        <ContactLinks partner={partner} phone={phone} />
        {onResolve && (
          <Button
            variant="default"
            leftSection={is_active ? <IconCheck size={16} /> : <IconArrowBackUp size={16} />}
            onClick={onResolve}
          >
            {t(is_active ? 'support.resolve' : 'support.reopen')}
          </Button>
        )}
        <span className={classes.steps}>
          <IconButton
            icon={IconChevronUp}
            label={`${t('support.previous')} (K)`}
            disabled={previous === null}
            onClick={() => open(previous)}
          />
          <IconButton
            icon={IconChevronDown}
            label={`${t('support.next')} (J)`}
            disabled={next === null}
            onClick={() => open(next)}
          />
        </span>
      </div>
    </header>
  )
}

/** On a phone: the way back to the conversations. */
export function BackButton({ inbox: { open } }: Pick<ReadingHeadProps, 'inbox'>) {
  const t = useTranslations()
  return (
    <IconButton
      className={classes.back}
      icon={IconArrowLeft}
      label={t('support.back')}
      onClick={() => open(null)}
    />
  )
}

/** Links to call the partner and to open its page. */
function ContactLinks({ partner, phone }: Pick<SupportConversation, 'partner' | 'phone'>) {
  const t = useTranslations()
  const can = usePermission()
  return (
    <>
      {phone && (
        <Button component="a" href={phoneLink(phone)} variant="default" leftSection={<IconPhone size={16} />}>
          {t('support.call')}
        </Button>
      )}
      {can('partners.see') && (
        <Link to={`/partners/${partner.id}`} className={classes.button}>
          <IconExternalLink size={16} aria-hidden />
          <span>{t('partners.open')}</span>
        </Link>
      )}
    </>
  )
}
