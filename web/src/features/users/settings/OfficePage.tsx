import { shellCalls } from '@kontor/contract/lib/http/about'
import { settings } from '@kontor/contract/users/settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { HistoryButton } from '../../../components/form/HistoryButton.tsx'
import { Failed } from '../../../components/ui/Notice.tsx'
import { PageBody, PageHeader } from '../../../components/ui/page-header/PageHeader.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { UsersTabs } from '../UsersTabs.tsx'
import { type Chosen, editedOffice } from './EditedOffice.tsx'
import { FactorRoles } from './FactorRoles.tsx'
import { OfficeSaveBar } from './OfficeSaveBar.tsx'
import { ShownRecords } from './ShownRecords.tsx'

const NOTHING: Chosen = new Map()

/** The office-wide settings: which record types are used, and which roles require a second factor. */
export function OfficePage() {
  const t = useTranslations()
  const { data, isError, refetch } = useApiQuery(settings.get, {})
  const me = useApiQuery(shellCalls.me, {}).data
  const [chosen, setChosen] = useState(NOTHING)
  useRefresh('rights', [settings.get])
  const edited = data && editedOffice(data, chosen)
  const choose = (name: string, on: boolean) => setChosen((all) => new Map(all).set(name, on))
  return (
    <>
      <PageHeader title={t('roles.screen')}>
        {data && <HistoryButton feature="settings" row={data} recordName={t('office.title')} />}
      </PageHeader>
      <UsersTabs />
      {isError && !data && (
        <Failed title={t('office.failed')} text={t('roles.failed_text')} onRetry={() => void refetch()} />
      )}
      {edited && (
        <PageBody>
          <ShownRecords edited={edited} onChoose={choose} />
          <FactorRoles edited={edited} ownRole={me?.role} onChoose={choose} />
        </PageBody>
      )}
      {edited && <OfficeSaveBar edited={edited} onDone={() => setChosen(NOTHING)} />}
    </>
  )
}
