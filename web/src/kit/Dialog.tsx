import { Modal } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './Dialog.module.css'

interface DialogProps {
  title: string
  /** Beside the title: what the dialog is about. */
  about?: ReactNode
  /** Buttons in the head, before the one that closes. */
  tools?: ReactNode
  /** Pixels; a phone's dialog fills the screen. */
  width?: number
  /** A question of a few words, which fills no screen: behind its button must not lie the phone's navigation. */
  brief?: boolean
  /** Left and right in the foot: what there is to know, and the buttons. */
  note?: ReactNode
  buttons?: ReactNode
  onClose: () => void
  /** Fills the height that there is, so that nothing jumps while the content changes. */
  tall?: boolean
  /** Fills the screen everywhere. */
  full?: boolean
  children: ReactNode
}

/** A dialog with a head, a body that scrolls and a foot. Focus goes in, stays in and comes back. */
export function Dialog({
  title,
  about,
  tools,
  width = 520,
  note,
  buttons,
  onClose,
  tall,
  full,
  brief,
  children,
}: DialogProps) {
  const t = useTranslations()
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false
  const fills = full || (phone && !brief)
  useFocusReturn()
  useEscape(onClose)
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={width}
      fullScreen={fills}
      centered={!tall}
      yOffset={40}
      padding={0}
      closeOnEscape={false} // Mantine would close every open dialog at once
      // Given to the content itself, the class would also lie on the box around it.
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay className={classes.veil ?? ''} />
      <Modal.Content data-tall={tall || undefined} data-full={fills || undefined}>
        <Modal.Header role="none" className={classes.head ?? ''}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          {about && <span className={classes.about}>{about}</span>}
          {tools && <div className={classes.tools}>{tools}</div>}
          <Modal.CloseButton size={32} title={t('common.close')} aria-label={t('common.close')} />
        </Modal.Header>
        <Modal.Body className={classes.body ?? ''}>{children}</Modal.Body>
        {(note || buttons) && (
          <div className={classes.foot}>
            <div className={classes.note}>{note}</div>
            {buttons}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

/** The padded body of most dialogs; tables in a dialog go to its edges without it. */
export const DialogBody = ({ children }: { children: ReactNode }) => (
  <div className={classes.padded}>{children}</div>
)

/** Mantine gives the focus back when a dialog is closed; ours are taken away, so that they begin anew each time. */
function useFocusReturn() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}

/** The open dialogs, the one in front last. */
const openDialogs: symbol[] = []

/** Escape closes the dialog in front and no other. */
function useEscape(onClose: () => void) {
  const [own] = useState(() => Symbol('dialog'))
  useEffect(() => {
    openDialogs.push(own)
    return () => void openDialogs.splice(openDialogs.indexOf(own), 1)
  }, [own])
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
    if (openDialogs.at(-1) !== own) return
    event.preventDefault() // the next dialog is in front as soon as this one is gone, and hears the same key
    onClose()
  })
}
