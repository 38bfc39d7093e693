import {
  type SignIn,
  signInFactors,
  signInList,
  signInOutcomes,
  signIns,
} from '@kontor/contract/users/signIns'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListPage } from '../../../components/data-table/list-page/ListPage.tsx'
import { UsersTabs } from '../../../components/shell/UsersTabs.tsx'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'

/** Successful and failed sign-ins, newest first. */
export function SignInsPage() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const columns = useMemo<Col<SignIn>[]>(
    () => [
      { key: 'at', width: 140, phone: 'below' },
      {
        key: 'username',
        main: true,
        width: 180,
        phone: 'title',
        cell: ({ username }) => username ?? t('users.unknown_name'),
      },
      { key: 'user', width: 168, phone: 'line', cell: ({ user }) => user?.name },
      {
        key: 'outcome',
        width: 200,
        phone: 'end',
        cell: ({ outcome, tries }) => {
          const word = signInOutcomes[outcome][locale]
          const isIn = outcome === 'ok'
          return (
            <StatusChip
              on
              tone={isIn ? 'ok' : outcome === 'link_used' || outcome === 'factor_missing' ? 'change' : 'bad'}
              label={tries > 1 ? t('users.tries', { outcome: word, count: tries }) : word}
            />
          )
        },
      },
      { key: 'factor', width: 136, cell: ({ factor }) => factor && signInFactors[factor][locale] },
      { key: 'address', width: 132, code: true, phone: 'below' },
      { key: 'browser', width: 104 },
      { key: 'system', width: 104 },
      { key: 'tries', width: 96 },
    ],
    [t, locale],
  )
  return (
    <ListPage
      heading={t('roles.screen')}
      above={<UsersTabs />}
      list={signInList}
      listRoute={signIns.index}
      columns={columns}
      nameOf={({ username }) => username ?? t('users.unknown_name')}
    />
  )
}
