import { messages, POLL } from '@kontor/contract/messages'
import { UnstyledButton } from '@mantine/core'
import { IconMessageCircle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useEvents, useIsLive } from '../../kit/live/useEvents.ts'
import { Menu, MenuItem, MenuNote } from '../../kit/look/Menu.tsx'
import { useRoute } from '../../kit/net/useRoute.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { waiting } from '../../kit/shell/waiting.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'
import classes from './UnreadMessages.module.css'

/** In the top bar: how many messages wait, and the chats that they are in. */
export const UnreadMessages = () => useMay()(messages.unread.needs) && <Unread />

function Unread() {
  const t = useTexts(texts)
  const isLive = useIsLive()
  const { data, refetch } = useRoute(messages.unread, {}, { every: () => !isLive && POLL.threads })
  useEvents('messages', () => void refetch())
  const count = data?.messages ?? 0
  const says = t('shell.unread', { count })
  useEffect(() => {
    waiting.set('/sliders', { count, says, isNews: true })
    return () => waiting.set('/sliders', undefined)
  }, [count, says])
  return (
    <Menu
      width={280}
      target={
        <UnstyledButton className={classes.button} title={says}>
          <IconMessageCircle size={18} stroke={1.6} aria-hidden />
          <span className={classes.said}>{says}</span>
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
          )}
        </UnstyledButton>
      }
    >
      {data?.sliders.map((slider) => (
        <MenuItem
          key={slider.id}
          to={`/sliders/${slider.id}/chat`}
          end={<span className={classes.count}>{slider.messages}</span>}
        >
          {slider.name}
        </MenuItem>
      ))}
      {count === 0 && <MenuNote>{t('chat.all_read')}</MenuNote>}
    </Menu>
  )
}
