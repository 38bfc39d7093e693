// A new secret, which is shown once.
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormStack } from '../../form/layout.tsx'
import { Dialog, DialogBody } from '../dialog/Dialog.tsx'
import { CloseButton } from '../dialog/FooterButtons.tsx'
import { useUnsaved } from '../dialog/useUnsaved.ts'
import { Code } from './Code.tsx'
import { Warning } from './Warning.tsx'

interface SecretDialogProps {
  title: string
  /** Owner of the secret. */
  subtitle: string
  secret: string
  /** Accessible name of the secret. */
  label: string
  text: {
    /** Text: it is shown only once. */
    once: string
    /** Text: the consequence of closing without copying. */
    lost: string
    /** Label of the button that returns to it. */
    back: string
  }
  /** Content below; `onCopied` must be called when the secret was copied from there. */
  children: (onCopied: () => void) => ReactNode
  onClose: () => void
}

/** Shows a new secret. Closing or leaving without having copied it asks first. */
export function SecretDialog({ title, subtitle, secret, label, text, children, onClose }: SecretDialogProps) {
  const t = useTranslations()
  const [isCopied, setCopied] = useState(false)
  const onCopied = () => setCopied(true)
  const close = useUnsaved(!isCopied, {
    onLeave: onClose,
    words: {
      title: t('once.not_copied'),
      text: text.lost,
      action: t('common.close'),
      stayLabel: text.back,
    },
  })
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width={640}
      onClose={close}
      buttons={<CloseButton onClick={close} />}
    >
      <DialogBody>
        <FormStack>
          <Warning>
            <b>{text.once}</b>
          </Warning>
          <Code text={secret} label={label} onCopied={onCopied} isFirst />
          {children(onCopied)}
        </FormStack>
      </DialogBody>
    </Dialog>
  )
}
