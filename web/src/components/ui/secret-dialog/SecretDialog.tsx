// A secret that is shown once, when it has been made.
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormStack } from '../../form/layout.tsx'
import { Dialog, DialogBody } from '../dialog/Dialog.tsx'
import { useConfirm } from '../dialog/useConfirm.tsx'
import { Code } from './Code.tsx'
import { Warning } from './Warning.tsx'

interface SecretDialogProps {
  title: string
  /** Whose secret it is. */
  about: string
  secret: string
  /** What the secret is called, for screen readers. */
  label: string
  text: {
    /** That it is shown this once. */
    once: string
    /** What it means to close without having copied it. */
    lost: string
    /** Leads back to it. */
    back: string
  }
  /** What stands below; given what to call when the secret was copied from there. */
  children: (onCopied: () => void) => ReactNode
  onClose: () => void
}

/** A secret that has just been made. Whoever closes it without having copied is asked. */
export function SecretDialog({ title, about, secret, label, text, children, onClose }: SecretDialogProps) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const [isCopied, setCopied] = useState(false)
  const onCopied = () => setCopied(true)
  const close = async () => {
    const asked = {
      ...{ title: t('once.not_copied'), text: text.lost },
      ...{ action: t('common.close'), cancel: text.back },
    }
    if (isCopied || (await confirm(asked))) onClose()
  }
  return (
    <Dialog
      title={title}
      about={about}
      width={640}
      onClose={() => void close()}
      buttons={
        <Button size="md" variant="default" onClick={() => void close()}>
          {t('common.close')}
        </Button>
      }
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
      {question}
    </Dialog>
  )
}
