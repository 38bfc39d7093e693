import type { FactorKind } from '@kontor/contract/lib/http/errors'
import { TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { useTranslations } from 'use-intl'
import { LinkButton } from '../../../components/ui/LinkButton.tsx'
import classes from './SecondStep.module.css'

interface SecondStepFieldsProps {
  kind: FactorKind | undefined
  others: readonly FactorKind[]
  error: string | null
  pick: (kind: FactorKind) => void
}

/** The field of the second step, and links to the other methods. */
export function SecondStepFields({ kind, others, error, pick }: SecondStepFieldsProps) {
  const t = useTranslations()
  return (
    <>
      {kind === 'passkey' && (
        <p className={classes.passkey}>
          <IconFingerprint size={28} stroke={1.4} aria-hidden />
          {t('login.second.passkey_text')}
        </p>
      )}
      {kind === 'passkey' && error && (
        <p role="alert" className={classes.wrong}>
          {error}
        </p>
      )}
      {kind === 'totp' && (
        <TextInput
          key="totp"
          name="code"
          label={t('login.second.code')}
          description={t('login.second.code_hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={error}
          onChange={sendWhole}
          {...inputProps}
        />
      )}
      {kind === 'recovery_code' && (
        <TextInput
          key="recovery_code"
          name="code"
          label={t('login.second.recovery')}
          description={t('login.second.recovery_hint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          error={error}
          {...inputProps}
        />
      )}
      {others.length > 0 && (
        <p className={classes.others}>
          {t('login.second.others')}{' '}
          {others.map((one) => (
            <LinkButton key={one} className={classes.link} onClick={() => pick(one)}>
              {t(`login.second.to_${one}`)}
            </LinkButton>
          ))}
        </p>
      )}
      <p className={classes.help}>{t(kind ? 'login.second.lost' : 'login.second.none')}</p>
    </>
  )
}

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
/** The input has the focus, and Escape goes to the surrounding dialog. */
const inputProps = {
  inputWrapperOrder: order,
  autoFocus: true,
  'data-autofocus': true,
  'data-mantine-stop-propagation': 'true',
}

/** Six digits are complete and submitted at once. */
const sendWhole = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
  if (/^\d{6}$/.test(currentTarget.value.replace(/\s/g, ''))) currentTarget.form?.requestSubmit()
}
