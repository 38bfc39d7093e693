import { messages, POLL, type Writer } from '@kontor/contract/messages'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { cloneElement } from 'react'
import { useTranslations } from 'use-intl'
import { useUnreadCount } from '../../components/shell/unreadCounts.ts'
import { Menu, MenuItem, MenuLine, MenuNote } from '../../components/ui/Menu.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { usePollingUnlessLive, useRefresh } from '../../lib/realtime/useEvents.ts'
import classes from './UnreadMessages.module.css'

/** The unread messages in the top bar, with their authors. A single one is opened directly. */
export const UnreadMessages = () => usePermission()(messages.unread.permission) && <Unread />

function Unread() {
  const t = useTranslations()
  const navigate = useNavigate()
  const { data } = useApiQuery(messages.unread, {}, { refetchInterval: usePollingUnlessLive(POLL.threads) })
  useRefresh('messages', [messages.unread])
  const count = data?.messages ?? 0
  const text = t('shell.unread', { count })
  useUnreadCount(PLACE, { count, text, isNews: true })
  const [first, ...others] = data?.people ?? []
  const button = (
    <UnstyledButton className={classes.button} title={text}>
      <IconMessageCircle size={18} aria-hidden />
      <VisuallyHidden>{text}</VisuallyHidden>
      {count > 0 && (
        <span className={classes.count} aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </UnstyledButton>
  )
  if (first && others.length === 0)
    return cloneElement(button, {
      title: `${text}: ${first.user}`,
      onClick: () => void navigate({ to: PLACE, search: threadOf(first) }),
    })
  return (
    <Menu width={320} target={button}>
      {data?.people.map((writer) => (
        <MenuItem
          key={writer.message_thread_id}
          to={PLACE}
          search={threadOf(writer)}
          end={<span className={classes.count}>{writer.messages}</span>}
        >
          {[...new Set([writer.user, writer.partner?.name ?? writer.slider.name])].join(' · ')}
        </MenuItem>
      ))}
      {count === 0 && <MenuNote>{t('chat.all_read')}</MenuNote>}
      <MenuLine />
      <MenuItem to={PLACE}>{t('chat.all')}</MenuItem>
    </Menu>
  )
}

/** The screen of all conversations. */
const PLACE = '/messages'
const threadOf = ({ message_thread_id }: Writer) => ({ thread: String(message_thread_id) })
