import { shellCalls } from '@kontor/contract/kit/api/about'
import { settings } from '@kontor/contract/users/settings'
import { useState } from 'react'
import { HistoryButton } from '../../../kit/form/HistoryButton.tsx'
import { useRefresh } from '../../../kit/live/useEvents.ts'
import { Failed } from '../../../kit/look/Notice.tsx'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { ScreenHead } from '../../../kit/title/ScreenHead.tsx'
import { texts } from '../texts.ts'
import { UsersTabs } from '../UsersTabs.tsx'
import { type Chosen, editedOffice } from './EditedOffice.tsx'
import { FactorRoles } from './FactorRoles.tsx'
import classes from './Office.module.css'
import { OfficeSaveBar } from './OfficeSaveBar.tsx'
import { ShownRecords } from './ShownRecords.tsx'

const NOTHING: Chosen = new Map()

/** What holds for the whole office: which records it uses, and who needs more than a password. */
export function OfficePage() {
  const t = useTexts(texts)
  const { data, isError, refetch } = useRoute(settings.get, {})
  const me = useRoute(shellCalls.me, {}).data
  const [chosen, setChosen] = useState(NOTHING)
  useRefresh('rights', [settings.get])
  const edited = data && editedOffice(data, chosen)
  const choose = (name: string, on: boolean) => setChosen((all) => new Map(all).set(name, on))
  return (
    <>
      <ScreenHead title={t('roles.screen')}>
        {data && <HistoryButton feature="settings" row={data} about={t('office.title')} />}
      </ScreenHead>
      <UsersTabs />
      {isError && !data && (
        <Failed title={t('office.failed')} text={t('roles.failed_text')} onRetry={() => void refetch()} />
      )}
      {edited && (
        <div className={classes.page}>
          <ShownRecords edited={edited} onChoose={choose} />
          <FactorRoles edited={edited} own={me?.role} onChoose={choose} />
        </div>
      )}
      {edited && <OfficeSaveBar edited={edited} onDone={() => setChosen(NOTHING)} />}
    </>
  )
}
