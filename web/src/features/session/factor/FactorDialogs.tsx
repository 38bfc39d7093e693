import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { type Attestation, type PasskeyRow, secondFactor } from '@kontor/contract/session/factor'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../../../components/ui/secret-dialog/Code.tsx'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { makePasskey } from '../../../lib/session/passkeys.ts'
import { OwnDataDialog, type OwnValues, useCurrentPassword } from '../OwnDataDialog.tsx'
import classes from './AppSecret.module.css'
import { CodesDialog } from './CodesDialog.tsx'

/** An operation on the second factors. */
export type FactorTask =
  | { kind: 'app' | 'remove_app' | 'renew' | 'add_passkey' }
  | { kind: 'rename_passkey' | 'remove_passkey'; passkey: PasskeyRow }

interface FactorDialogsProps {
  task: FactorTask
  state: ResponseBody<typeof secondFactor.state>
  username: string
  onClose: () => void
}

/** The dialogs of one operation in sequence; new recovery codes are last. */
export function FactorDialogs({ task, state, username, onClose }: FactorDialogsProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <CodesDialog codes={codes} username={username} onClose={onClose} />
  // A form closes itself after sending; recovery codes of its response replace it.
  const done = (made: readonly string[] | null) => (made ? setCodes(made) : onClose())
  const isFirst = state.totp === null && state.passkeys.length === 0
  if (task.kind === 'app') return <AppDialogs isFirst={isFirst} onDone={done} onClose={onClose} />
  if (task.kind === 'add_passkey') return <AddPasskey isFirst={isFirst} onDone={done} onClose={onClose} />
  if (task.kind === 'renew') return <Renew onDone={done} onClose={onClose} />
  if (task.kind === 'rename_passkey') return <RenamePasskey passkey={task.passkey} onClose={onClose} />
  return <Remove task={task} state={state} onClose={onClose} />
}

interface TaskProps {
  /** Called with new recovery codes, or null. */
  onDone: (codes: readonly string[] | null) => void
  onClose: () => void
}

interface FirstProps {
  /** Whether it is the first factor, which ends the sessions opened without one. */
  isFirst: boolean
}

const withPassword = ({ current_password = '' }: OwnValues) => ({ body: { current_password } })

/** First the password, then the first code of the app. */
function AppDialogs({ isFirst, onDone, onClose }: TaskProps & FirstProps) {
  const t = useTranslations()
  const password = useCurrentPassword()
  const [started, setStarted] = useState<ResponseBody<typeof secondFactor.startTotp> | null>(null)
  const [answered] = useState<{ codes: readonly string[] | null; isStarted?: boolean }>({ codes: null })
  if (!started)
    return (
      <OwnDataDialog
        key="password"
        title={t('factor.app')}
        action={t('factor.go_on')}
        fields={[password]}
        send={async (values) => {
          setStarted(await apiRequest(secondFactor.startTotp, withPassword(values)))
          answered.isStarted = true
        }}
        onClose={() => !answered.isStarted && onClose()}
      />
    )
  return (
    <OwnDataDialog
      key="code"
      title={t('factor.app')}
      above={<AppSecret {...started} />}
      {...(isFirst && { note: t('settings.other_sessions') })}
      action={t('factor.confirm')}
      success={t('factor.enabled')}
      fields={[
        { name: 'code', label: t('factor.code'), autoComplete: 'one-time-code', inputMode: 'numeric' },
      ]}
      send={async ({ code = '' }) => {
        answered.codes = (await apiRequest(secondFactor.confirmTotp, { body: { code } })).recovery_codes
      }}
      onClose={() => onDone(answered.codes)}
    />
  )
}

/** The secret for an authenticator app: a QR code, and the key as text. */
function AppSecret({ secret, qr }: ResponseBody<typeof secondFactor.startTotp>) {
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
        <CopyButton text={secret} label={t('factor.key')} />
      </div>
    </div>
  )
}

function AddPasskey({ isFirst, onDone }: TaskProps & FirstProps) {
  const t = useTranslations()
  const password = useCurrentPassword()
  const [answered] = useState<{ codes: readonly string[] | null }>({ codes: null })
  return (
    <OwnDataDialog
      title={t('factor.add_passkey')}
      action={t('factor.go_on')}
      success={t('factor.passkey_added')}
      {...(isFirst && { note: t('settings.other_sessions') })}
      fields={[
        {
          name: 'name',
          label: t('factor.passkey_name'),
          start: t('factor.passkey_start'),
          autoComplete: 'off',
        },
        password,
      ]}
      send={async ({ name = '', ...values }) => {
        const made = await makePasskey<Attestation>(
          await apiRequest(secondFactor.startPasskey, withPassword(values)),
        )
        if (typeof made === 'string') throw new ApiError(422, { message: made })
        const passkey = made.made
        answered.codes = (
          await apiRequest(secondFactor.addPasskey, { body: { name, passkey } })
        ).recovery_codes
      }}
      onClose={() => onDone(answered.codes)}
    />
  )
}

function Renew({ onDone }: TaskProps) {
  const t = useTranslations()
  const password = useCurrentPassword()
  const [answered] = useState<{ codes: readonly string[] | null }>({ codes: null })
  return (
    <OwnDataDialog
      title={t('factor.renew_title')}
      note={t('factor.renew_text')}
      action={t('factor.renew')}
      fields={[password]}
      send={async (values) => {
        answered.codes = (await apiRequest(secondFactor.renewCodes, withPassword(values))).recovery_codes
      }}
      onClose={() => onDone(answered.codes)}
    />
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: PasskeyRow; onClose: () => void }) {
  const t = useTranslations()
  return (
    <OwnDataDialog
      title={t('factor.rename')}
      success={t('factor.renamed')}
      fields={[{ name: 'name', label: t('factor.passkey_name'), start: passkey.name, autoComplete: 'off' }]}
      send={({ name = '' }) =>
        apiRequest(secondFactor.renamePasskey, { params: { id: String(passkey.id) }, body: { name } })
      }
      onClose={onClose}
    />
  )
}

function Remove({ task, state, onClose }: Omit<FactorDialogsProps, 'username'>) {
  const t = useTranslations()
  const password = useCurrentPassword()
  const passkey = 'passkey' in task ? task.passkey : null
  const isLast = state.passkeys.length + (state.totp ? 1 : 0) === 1
  const ending = state.is_required ? t('factor.remove_required') : t('factor.remove_last')
  return (
    <OwnDataDialog
      title={
        passkey ? t('factor.remove_passkey_title', { name: passkey.name }) : t('factor.remove_app_title')
      }
      note={isLast ? ending : t('factor.remove_more')}
      action={t('factor.remove')}
      success={t('factor.removed')}
      fields={[password]}
      send={(values) =>
        passkey
          ? apiRequest(secondFactor.removePasskey, {
              params: { id: String(passkey.id) },
              ...withPassword(values),
            })
          : apiRequest(secondFactor.removeTotp, withPassword(values))
      }
      onClose={onClose}
    />
  )
}
