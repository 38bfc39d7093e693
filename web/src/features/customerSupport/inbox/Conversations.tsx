import type { InboxItem } from '@kontor/contract/customerSupport/inbox'
import { Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { MessageTime } from '../../../components/chat/MessageTime.tsx'
import { SupportType } from '../SupportType.tsx'
import classes from './Conversations.module.css'
import type { useInbox } from './useInbox.ts'

interface ConversationsProps {
  inbox: ReturnType<typeof useInbox>
  /** Shown when the list is empty. */
  children: ReactNode
}

/** Open or resolved conversations: complaints first, then by the last message. */
export function Conversations({ inbox: { data, error, rows, chosen, more }, children }: ConversationsProps) {
  const t = useTranslations()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (chosen) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <nav className={classes.container} aria-label={t('support.conversations')}>
      <ul ref={list} className={classes.list}>
        {!data && !error && <LoadingSkeleton />}
        {rows.map((row) => (
          <li key={row.id}>
            <Row row={row} isChosen={row.id === chosen} />
          </li>
        ))}
      </ul>
      {rows.length === 0 && children}
      {more && (
        <Button variant="default" m={12} onClick={more}>
          {t('support.more')}
        </Button>
      )}
    </nav>
  )
}

function Row({ row, isChosen }: { row: InboxItem; isChosen: boolean }) {
  const t = useTranslations()
  const isUnread = row.unread > 0
  return (
    <Link
      to="."
      search={(search: Record<string, unknown>) => ({ ...search, message: String(row.id) })}
      className={classes.row}
      data-unread={isUnread || undefined}
      {...(isChosen && { 'aria-current': 'true' })}
    >
      <span className={classes.line}>
        {isUnread && <span className={classes.mark} role="img" aria-label={t('support.unread')} />}
        <span className={classes.name}>{row.partner.name}</span>
        <SupportType {...row} />
        <MessageTime className={classes.when} moment={row.last_at} yesterday={t('support.yesterday')} />
      </span>
      <span className={classes.text}>{row.message_content}</span>
      {row.taken_by && (
        <span className={classes.taken}>{t('support.taken', { name: row.taken_by.name })}</span>
      )}
    </Link>
  )
}

function LoadingSkeleton() {
  return [1, 2, 3, 4, 5, 6].map((n) => (
    <li key={n} className={classes.skeleton} aria-hidden>
      <Skeleton height={14} width="55%" />
      <Skeleton height={12} />
    </li>
  ))
}
