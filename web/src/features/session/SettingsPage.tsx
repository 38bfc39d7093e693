import { type About, roleLabels } from '@kontor/contract/lib/http/about'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { session as routes } from '@kontor/contract/session'
import { secondFactor } from '@kontor/contract/session/factor'
import { signIns } from '@kontor/contract/users/signIns'
import { Button, Skeleton } from '@mantine/core'
import { IconKey, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSearchFlag } from '../../components/ui/dialog/useSearchFlag.ts'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { responseKey, useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { session } from '../../lib/session/session.ts'
import { Devices } from './Devices.tsx'
import { Factors } from './factor/Factors.tsx'
import { OwnDataDialog, useCurrentPassword } from './OwnDataDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import classes from './Settings.module.css'
import { SignIns } from './SignIns.tsx'

/** The settings page of the signed-in user. */
export function SettingsPage() {
  const t = useTranslations()
  const { data: me } = useApiQuery(routes.me, {})
  const { data: about } = useApiQuery(routes.about, {})
  const isReady = useAllLoaded()
  const [dialog, setDialog] = useState<'profile' | 'password' | null>(null)
  const close = () => setDialog(null)
  useSearchFlag(
    'password',
    useCallback(() => setDialog('password'), []),
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('settings.title')}</h1>
      </header>
      {isReady ? (
        <>
          <Account me={me} about={about} onOpen={setDialog} />
          {me && <Factors username={me.username} />}
          <Devices />
          <SignIns />
        </>
      ) : (
        <Skeleton height={480} maw={640} />
      )}
      {me && dialog === 'password' && (
        <PasswordDialog
          send={(passwords) => apiRequest(routes.updateMe, { body: passwords })}
          min={about?.password_min_length ?? 4}
          onClose={close}
        />
      )}
      {me && dialog === 'profile' && <ProfileDialog me={me} onClose={close} />}
    </div>
  )
}

/** Whether all sections have their data, or an error: shown one by one, each would move those below it. */
function useAllLoaded() {
  const answers = [
    useApiQuery(routes.me, {}),
    useApiQuery(routes.about, {}),
    useApiQuery(secondFactor.state, {}),
    useApiQuery(routes.sessions, {}),
    useApiQuery(signIns.own, {}),
  ]
  return answers.every(({ isFetched }) => isFetched)
}

type Me = ResponseBody<typeof routes.me>

interface AccountProps {
  me: Me | undefined
  about: About | undefined
  onOpen: (dialog: 'profile' | 'password') => void
}

function Account({ me, about, onOpen }: AccountProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const facts = [
    ['settings.name', me?.name],
    ['login.username', me?.username],
    ['settings.email', me?.email],
    ['settings.role', me && roleLabels[me.role][locale]],
    ['settings.build', about?.build],
    ['settings.release', about?.release],
  ] as const
  return (
    <section className={classes.card} aria-label={t('settings.profile')}>
      <dl className={classes.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPencil size={16} />}
          disabled={!me}
          onClick={() => onOpen('profile')}
        >
          {t('settings.edit')}
        </Button>
        <Button leftSection={<IconKey size={16} />} disabled={!me} onClick={() => onOpen('password')}>
          {t('settings.change_password')}
        </Button>
      </div>
    </section>
  )
}

interface ProfileProps {
  me: { name: string; username: string; email: string | null }
  onClose: () => void
}

function ProfileDialog({ me, onClose }: ProfileProps) {
  const t = useTranslations()
  const queries = useQueryClient()
  // Only what differs from the opened data is sent: the rest may have been changed elsewhere meanwhile.
  const [opened] = useState(() => ({ name: me.name, username: me.username, email: me.email ?? '' }))
  return (
    <OwnDataDialog
      title={t('settings.edit')}
      success={t('settings.profile_changed')}
      fields={[
        { name: 'name', label: t('settings.name'), start: opened.name, autoComplete: 'name' },
        { name: 'username', label: t('login.username'), start: opened.username, autoComplete: 'username' },
        {
          name: 'email',
          label: t('settings.email'),
          start: opened.email,
          autoComplete: 'email',
          isOptional: true,
          help: () => t('settings.email_help'),
        },
        {
          ...useCurrentPassword(),
          when: ({ username, email }) => username !== opened.username || email?.trim() !== opened.email,
        },
      ]}
      send={async ({ name = '', username = '', email = '', current_password = '' }) => {
        const updated = await apiRequest(routes.updateMe, {
          body: {
            ...(name !== opened.name && { name }),
            ...(username !== opened.username && { username }),
            ...(email.trim() !== opened.email && { email }),
            current_password,
          },
        })
        session.rename(updated.username)
        // The next form begins with what was saved, also before it has been read again.
        queries.setQueryData<Me>(responseKey(routes.me, {}), (known) => known && { ...known, ...updated })
      }}
      onClose={onClose}
    />
  )
}
