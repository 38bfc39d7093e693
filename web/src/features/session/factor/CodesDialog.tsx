import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../../components/ui/dialog/Dialog.tsx'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { CopyButton } from '../../../components/ui/secret-dialog/Code.tsx'
import { saveText } from '../../../lib/api/saveBlob.ts'
import classes from './AppSecret.module.css'

interface CodesDialogProps {
  codes: readonly string[]
  username: string
  onClose: () => void
}

/** The recovery codes, shown once: copy, print or save them. */
export function CodesDialog({ codes, username, onClose }: CodesDialogProps) {
  const t = useTranslations()
  const [isSaved, setSaved] = useState(false)
  const requestClose = useUnsaved(!isSaved, {
    onLeave: onClose,
    words: {
      title: t('factor.leave_title'),
      text: t('factor.codes_once'),
      action: t('common.close'),
      stayLabel: t('factor.stay'),
    },
  })
  const withSaved = (how: () => void) => () => {
    how()
    setSaved(true)
  }
  const text = [t('factor.file_title', { username }), '', ...codes, ''].join('\n')
  return (
    <Dialog
      title={t('factor.codes_title')}
      width={440}
      onClose={isSaved ? onClose : requestClose}
      buttons={
        <Button size="md" data-autofocus onClick={onClose}>
          {t('factor.kept')}
        </Button>
      }
    >
      <DialogBody>
        <p>
          {t('factor.codes_text')} {t('factor.codes_once')}
        </p>
        <ul className={classes.codes} aria-label={t('factor.codes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={classes.actions}>
          <CopyButton text={text} label={t('factor.codes')} onCopied={() => setSaved(true)} />
          <Button variant="default" onClick={withSaved(() => print(text))}>
            {t('factor.print')}
          </Button>
          <Button
            variant="default"
            onClick={withSaved(() => saveText(text, t('factor.file'), 'text/plain;charset=utf-8'))}
          >
            {t('factor.save')}
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  )
}

/** Prints a text without the rest of the page. */
function print(text: string) {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const page = frame.contentDocument
  const lines = page?.createElement('pre')
  if (!page || !lines) return
  lines.textContent = text
  page.body.append(lines)
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
  frame.contentWindow?.print()
}
