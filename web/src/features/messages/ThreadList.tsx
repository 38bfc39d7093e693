import type { MessageThread } from '@kontor/contract/messages'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MessageTime } from '../../components/chat/MessageTime.tsx'
import { containsAll } from '../../components/command-palette/foldedMatch.ts'
import input from '../../components/ui/input.module.css'
import { initials } from '../../lib/session/initials.ts'
import { useShortcuts } from '../../lib/shortcuts/useShortcuts.ts'
import classes from './ThreadList.module.css'
import unread from './UnreadMessages.module.css'

interface ThreadListProps {
  threads: readonly MessageThread[]
  marked: ReadonlySet<number>
  isLoaded: boolean
  chosen: number | null
  /** Threads of all sliders: each shows its slider. */
  isAllSliders: boolean
}

/** From this number of threads on there is a search field. */
const SEARCH_FROM = 8

/** The threads, by their last message. Arrow keys move between them. */
export function ThreadList({ threads, marked, isLoaded, chosen, isAllSliders }: ThreadListProps) {
  const t = useTranslations()
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const step = (by: 1 | -1) => () => stepTo(list.current, by)
  useShortcuts([
    { key: 'j', also: 'ArrowDown', label: t('chat.next'), run: step(1), repeats: true },
    { key: 'k', also: 'ArrowUp', label: t('chat.previous'), run: step(-1), repeats: true },
  ])
  const shown = threads.filter(({ user, username, partner, slider }) =>
    containsAll(`${user} ${username} ${partner?.name ?? ''} ${isAllSliders ? slider.name : ''}`, typed),
  )
  return (
    <nav className={classes.threads} aria-label={t('chat.threads')}>
      {(!isLoaded || threads.length >= SEARCH_FROM) && (
        <input
          type="search"
          className={`${input.input} ${input.ringed} ${classes.search}`}
          value={typed}
          maxLength={200}
          placeholder={t('chat.search')}
          aria-label={t('chat.search')}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            list.current?.querySelector('a')?.focus()
            event.preventDefault()
          }}
        />
      )}
      {threads.length > 0 && shown.length === 0 && <p className={classes.empty}>{t('chat.none_found')}</p>}
      <ul ref={list} onKeyDown={walk}>
        {!isLoaded && threads.length === 0 && <LoadingSkeleton />}
        {shown.map((thread) => (
          <li key={thread.id}>
            <ThreadLink
              thread={thread}
              isAllSliders={isAllSliders}
              isChosen={thread.id === chosen}
              isMarked={thread.id !== chosen && (thread.unread > 0 || marked.has(thread.id))}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface LinkProps {
  thread: MessageThread
  isAllSliders: boolean
  isChosen: boolean
  isMarked: boolean
}

function ThreadLink({ thread, isAllSliders, isChosen, isMarked }: LinkProps) {
  const t = useTranslations()
  const { user, partner, slider, last_message } = thread
  const whose = [partner && partner.name !== user && partner.name, isAllSliders && slider.name].filter(
    Boolean,
  )
  return (
    <Link
      to="."
      search={{ thread: String(thread.id) }}
      state
      className={classes.thread}
      data-marked={isMarked || undefined}
      {...(isChosen && { 'aria-current': 'true' })}
    >
      <span className={classes.avatar} aria-hidden>
        {initials(user)}
      </span>
      <span className={classes.lines}>
        <span className={classes.line}>
          <span className={classes.name}>{user}</span>
          {last_message && (
            <MessageTime
              className={classes.when}
              moment={last_message.updated_at}
              yesterday={t('chat.yesterday_short')}
            />
          )}
        </span>
        {whose.length > 0 && <span className={classes.partner}>{whose.join(' · ')}</span>}
        <span className={classes.line}>
          <span className={classes.last}>{last_message?.message ?? t('chat.no_messages')}</span>
          {isMarked && (
            <span className={thread.unread > 1 ? unread.count : classes.mark}>
              <VisuallyHidden>{t('shell.unread', { count: Math.max(thread.unread, 1) })}</VisuallyHidden>
              {thread.unread > 1 && <span aria-hidden>{Math.min(thread.unread, 99)}</span>}
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}

function LoadingSkeleton() {
  return [1, 2, 3, 4, 5, 6].map((n) => (
    <li key={n} className={classes.skeleton} aria-hidden>
      <Skeleton circle height={32} />
      <Skeleton height={40} />
    </li>
  ))
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
  if (!step) return
  stepTo(event.currentTarget, step)
  event.preventDefault()
}

/** From the focused thread, or the open one; else to the first. */
function stepTo(list: HTMLElement | null, by: 1 | -1) {
  const links = [...(list?.querySelectorAll('a') ?? [])]
  const focused = links.findIndex((link) => link.matches(':focus'))
  const at = focused < 0 ? links.findIndex((link) => link.ariaCurrent) : focused
  links[at < 0 ? 0 : at + by]?.focus()
}
