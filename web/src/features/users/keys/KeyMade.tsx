import type { ApiKey } from '@kontor/contract/users/keys'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../../kit/dialog/Dialog.tsx'
import { useConfirm } from '../../../kit/dialog/useConfirm.tsx'
import { FormStack } from '../../../kit/form/layout.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import { Code, CurlLines } from './CurlLines.tsx'
import classes from './Keys.module.css'

export type MadeKey = ApiKey & { token: string }

/** A key that has just been made, shown this once. Whoever closes it without having copied is asked. */
export function KeyMade({ made, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useTexts(texts)
  const common = useTranslations()
  const [question, confirm] = useConfirm()
  const [isCopied, setCopied] = useState(false)
  const close = async () => {
    const asked = {
      ...{ title: t('keys.not_copied'), text: t('keys.not_copied_text') },
      ...{ action: t('keys.close_anyway'), cancel: t('keys.back') },
    }
    if (isCopied || (await confirm(asked))) onClose()
  }
  return (
    <Dialog
      title={t('keys.made')}
      about={made.name}
      width={640}
      onClose={() => void close()}
      buttons={
        <Button size="md" variant="default" onClick={() => void close()}>
          {common('common.close')}
        </Button>
      }
    >
      <DialogBody>
        <FormStack>
          <p className={classes.once}>
            <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
            <b>{t('keys.once')}</b>
          </p>
          <Code text={made.token} label={t('keys.token')} onCopied={() => setCopied(true)} />
          <CurlLines token={made.token} rights={made.rights} onCopied={() => setCopied(true)} />
        </FormStack>
      </DialogBody>
      {question}
    </Dialog>
  )
}
