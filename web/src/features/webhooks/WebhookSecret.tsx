import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../kit/dialog/Dialog.tsx'
import { useConfirm } from '../../kit/dialog/useConfirm.tsx'
import { FormStack } from '../../kit/form/layout.tsx'
import { CopyButton } from '../../kit/look/CopyButton.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'
import classes from './Webhooks.module.css'

export interface Secret {
  name: string
  secret: string
}

/** A secret that has just been made, shown this once. Whoever closes it without having copied is asked. */
export function WebhookSecret({ made, onClose }: { made: Secret; onClose: () => void }) {
  const t = useTexts(texts)
  const common = useTranslations()
  const [question, confirm] = useConfirm()
  const [isCopied, setCopied] = useState(false)
  const close = async () => {
    const asked = {
      ...{ title: t('webhooks.not_copied'), text: t('webhooks.not_copied_text') },
      ...{ action: t('webhooks.close_anyway'), cancel: t('webhooks.back') },
    }
    if (isCopied || (await confirm(asked))) onClose()
  }
  return (
    <Dialog
      title={t('webhooks.secret_title')}
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
          <p className={classes.notice}>
            <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
            <b>{t('webhooks.once')}</b>
          </p>
          <div className={classes.code}>
            <code>{made.secret}</code>
            <CopyButton text={made.secret} label={t('webhooks.secret')} onCopied={() => setCopied(true)} />
          </div>
          <p className={classes.help}>{t('webhooks.verify')}</p>
        </FormStack>
      </DialogBody>
      {question}
    </Dialog>
  )
}
