import type { ResponseBody } from '@kontor/contract/lib/http/route'
import type { secondFactor } from '@kontor/contract/session/factor'
import { Button, CopyButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './AppSecret.module.css'

/** The secret for an authenticator app: a QR code, and the key as text. */
export function AppSecret({ secret, qr }: ResponseBody<typeof secondFactor.startTotp>) {
  const t = useTranslations()
  return (
    <div className={classes.secret}>
      <p>{t('factor.scan')}</p>
      <img
        className={classes.qr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        alt={t('factor.qr')}
        width={184}
        height={184}
      />
      <p>{t('factor.by_hand')}</p>
      <div className={classes.key}>
        <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-md" onClick={copy}>
              {t(copied ? 'factor.copied' : 'factor.copy')}
            </Button>
          )}
        </CopyButton>
      </div>
    </div>
  )
}
