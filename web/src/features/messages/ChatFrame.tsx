import { messages } from '@kontor/contract/messages'
import { conversationStart } from '@kontor/contract/messages/start'
import { Button } from '@mantine/core'
import { IconMessagePlus, IconSend, IconVolume, IconVolumeOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../components/ui/dialog/Dialog.tsx'
import { IconButton } from '../../components/ui/IconButton.tsx'
import { PageHeader } from '../../components/ui/page-header/PageHeader.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import classes from './ChatPage.module.css'

interface ChatFrameProps {
  /** Id of the slider; all sliders when absent. */
  sliderId: number | undefined
  name: string
  figures: string | false
  sound: string
  onSound: (sound: 'on' | 'off') => void
  canWrite: boolean
  onWrite: () => void
  /** Writes first to a partner. */
  onStart: () => void
  children: ReactNode
}

/** The frame of the chat: a dialog over the sliders' list for one slider, else a screen. */
export function ChatFrame(props: ChatFrameProps) {
  const { sliderId, name, children } = props
  const t = useTranslations()
  const navigate = useNavigate()
  // The previous page, stored before other threads are selected.
  const [back] = useState(() => history.state?.back ?? { to: '/sliders', search: history.state?.list ?? {} })
  if (sliderId !== undefined)
    return (
      <Dialog
        full
        title={name}
        onClose={() => void navigate(back)}
        subtitle={<About {...props} />}
        tools={<Tools {...props} />}
      >
        {children}
      </Dialog>
    )
  return (
    <div className={classes.page}>
      <PageHeader title={t('chat.title')} aside={<About {...props} />}>
        <Tools {...props} />
      </PageHeader>
      {children}
    </div>
  )
}

function About({ sliderId, figures }: Pick<ChatFrameProps, 'sliderId' | 'figures'>) {
  const t = useTranslations()
  return (
    <>
      {sliderId !== undefined && <span className={classes.type}>{t('chat.training')}</span>}
      <span className={classes.figures}>{figures}</span>
    </>
  )
}

/** The sound setting, and buttons for a message to everyone and for a new conversation. */
function Tools({ sliderId, sound, onSound, canWrite, onWrite, onStart }: ChatFrameProps) {
  const t = useTranslations()
  const can = usePermission()
  const canWriteToAll = can(messages.sendToEveryone.permission)
  const isOn = sound === 'on'
  return (
    <>
      <IconButton
        icon={isOn ? IconVolume : IconVolumeOff}
        label={t(isOn ? 'chat.mute' : 'chat.unmute')}
        onClick={() => onSound(isOn ? 'off' : 'on')}
      />
      {canWriteToAll && sliderId !== undefined && (
        <Button variant="default" leftSection={<IconSend size={16} />} disabled={!canWrite} onClick={onWrite}>
          <span className={classes.everyone}>{t('chat.everyone')}</span>
        </Button>
      )}
      {can(conversationStart.start.permission) && (
        <Button leftSection={<IconMessagePlus size={16} />} onClick={onStart}>
          <span className={classes.everyone}>{t('chat.new')}</span>
        </Button>
      )}
    </>
  )
}
