import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { secondFactor } from '@kontor/contract/session/factor'
import { Button } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconLifebuoy } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { knowsPasskeys } from '../../../lib/session/passkeys.ts'
import classes from '../Devices.module.css'
import type { FactorTask } from './FactorDialogs.tsx'

const FactorDialogs = lazyPart(() => import('./FactorDialogs.tsx'), 'FactorDialogs')

type State = ResponseBody<typeof secondFactor.state>

interface FactorsProps {
  /** For the file of recovery codes. */
  username: string
}

/** The user's second factors, and how to change them. */
export function Factors({ username }: FactorsProps) {
  const t = useTranslations()
  const id = useId() // the set-up that a role requires may cover the settings
  const { data: state, error, refetch } = useApiQuery(secondFactor.state, {})
  const [task, setTask] = useState<FactorTask | null>(null)
  const isOn = state && (state.totp !== null || state.passkeys.length > 0)
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 id={id} className={classes.name}>
          {t('factor.title')}
          {state && <StatusChip on={Boolean(isOn)} label={t(isOn ? 'factor.on' : 'factor.off')} />}
        </h2>
        <p>
          {t('factor.text')} {state?.is_required && t('factor.required')}
        </p>
      </header>
      {error && !state && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {state && (
        <ul>
          <App state={state} onTask={setTask} />
          <Passkeys state={state} onTask={setTask} />
          {isOn && (
            <Row
              icon={<IconLifebuoy size={20} aria-hidden />}
              name={t('factor.codes')}
              facts={[t('factor.codes_text'), t('factor.codes_left', { count: state.recovery_codes })]}
            >
              <SmallButton onClick={() => setTask({ kind: 'renew' })}>{t('factor.renew')}</SmallButton>
            </Row>
          )}
        </ul>
      )}
      {state && task && (
        <FactorDialogs task={task} state={state} username={username} onClose={() => setTask(null)} />
      )}
    </section>
  )
}

interface PartProps {
  state: State
  onTask: (task: FactorTask) => void
}

function App({ state: { totp }, onTask }: PartProps) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const facts = totp
    ? [
        t('factor.set_up_on', { at: dateTime(totp.created_at) }),
        totp.last_used_at && t('factor.used_at', { at: dateTime(totp.last_used_at) }),
      ]
    : [t('factor.app_text')]
  return (
    <Row icon={<IconDeviceMobile size={20} aria-hidden />} name={t('factor.app')} facts={facts}>
      {totp ? (
        <SmallButton
          label={t('factor.remove_one', { name: t('factor.app') })}
          onClick={() => onTask({ kind: 'remove_app' })}
        >
          {t('factor.remove')}
        </SmallButton>
      ) : (
        <Button size="compact-md" onClick={() => onTask({ kind: 'app' })}>
          {t('factor.set_up')}
        </Button>
      )}
    </Row>
  )
}

function Passkeys({ state: { passkeys, offers_passkeys }, onTask }: PartProps) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const why = !offers_passkeys ? 'passkeys_off' : knowsPasskeys() ? 'passkeys_text' : 'passkeys_browser'
  const icon = <IconFingerprint size={20} aria-hidden />
  return (
    <>
      {passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          icon={icon}
          name={passkey.name}
          facts={[
            t('factor.added_at', { at: dateTime(passkey.created_at) }),
            passkey.last_used_at && t('factor.used_at', { at: dateTime(passkey.last_used_at) }),
          ]}
        >
          <SmallButton
            label={t('factor.rename_one', { name: passkey.name })}
            onClick={() => onTask({ kind: 'rename_passkey', passkey })}
          >
            {t('factor.rename')}
          </SmallButton>
          <SmallButton
            label={t('factor.remove_one', { name: passkey.name })}
            onClick={() => onTask({ kind: 'remove_passkey', passkey })}
          >
            {t('factor.remove')}
          </SmallButton>
        </Row>
      ))}
      <Row icon={icon} name={t('factor.passkeys')} facts={[t(`factor.${why}`)]}>
        {why === 'passkeys_text' && (
          <SmallButton onClick={() => onTask({ kind: 'add_passkey' })}>{t('factor.add_passkey')}</SmallButton>
        )}
      </Row>
    </>
  )
}

interface RowProps {
  icon: ReactNode
  name: string
  facts: (string | null)[]
  children: ReactNode
}

const Row = ({ icon, name, facts, children }: RowProps) => (
  <li className={classes.device}>
    {icon}
    <div className={classes.words}>
      <p className={classes.name}>{name}</p>
      <p className={classes.facts}>{facts.map((fact) => fact && <span key={fact}>{fact}</span>)}</p>
    </div>
    {children}
  </li>
)

interface ButtonProps {
  /** Accessible name, when the visible text is not sufficient. */
  label?: string
  onClick: () => void
  children: ReactNode
}

const SmallButton = ({ label, onClick, children }: ButtonProps) => (
  <Button variant="default" size="compact-md" {...(label && { 'aria-label': label })} onClick={onClick}>
    {children}
  </Button>
)
