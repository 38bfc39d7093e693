import { parseDecimal } from '@kontor/contract/lib/numbers/decimal'
import { moneyOrPercentText } from '@kontor/contract/lib/numbers/money-or-percent'
import type { Partner } from '@kontor/contract/partners'
import { type PartnerOverview, partnerPage } from '@kontor/contract/partners/page'
import { IconBell } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormValues } from '../../../components/form/FormContext.ts'
import { AnnounceContext } from '../../../components/publishing/announceContext.ts'
import { PlainButton } from '../../../components/ui/PlainButton.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { dayOf } from '../../../lib/i18n/format.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { DebtBar } from './DebtBar.tsx'
import classes from './Figures.module.css'

/** How many earlier debts are listed. */
const MAX_SHOWN = 5

/** Below the fields of a debt: its bar as typed so far, the debts before it, and a notification to the partner. */
export function DebtAsTyped({ partner }: { partner: Partner }) {
  const t = useTranslations()
  const can = usePermission()
  const announce = use(AnnounceContext)
  const [isAnnouncing, setIsAnnouncing] = useState(false)
  const { euro } = useFormat()
  const figures = useTypedFigures()
  const { id, name } = partner
  return (
    <>
      <div className={classes.figure}>
        <b>{figures ? euro(figures.debt ?? '0') : '–'}</b>
        {figures ? <DebtBar figures={figures} /> : <span />}
        <EarlierDebts partner={partner} />
      </div>
      {announce && can(announce.permission) && (
        <div>
          <PlainButton small icon={IconBell} onClick={() => setIsAnnouncing(true)}>
            {t('partner.announce')}
          </PlainButton>
        </div>
      )}
      {isAnnouncing && announce && (
        <announce.Dialog
          subject={t('partner.debt_subject')}
          partners={[{ id, name }]}
          categories={[]}
          onClose={() => setIsAnnouncing(false)}
        />
      )}
    </>
  )
}

/** The figures in the form; undefined while one of them is no number. */
function useTypedFigures() {
  const values = useFormValues()
  const figure = (name: 'debt' | 'debitLimit' | 'outOfCurrency') => {
    const typed = parseDecimal(String(values[name] ?? ''))
    return 'value' in typed ? moneyOrPercentText(typed) : undefined
  }
  const debt = figure('debt')
  const debitLimit = figure('debitLimit')
  const outOfCurrency = figure('outOfCurrency')
  return debt && debitLimit && outOfCurrency ? { debt, debitLimit, outOfCurrency } : undefined
}

/** The last debts that differ, the newest first. */
function EarlierDebts({ partner }: { partner: Partner }) {
  const t = useTranslations()
  const { euro, date } = useFormat()
  const overview = useApiQuery(partnerPage.overview, { params: { id: String(partner.id) } })
  const earlier = earlierDebts(overview.data?.debts ?? [])
  if (earlier.length === 0) return null
  return (
    <table className={classes.earlier}>
      <caption>{t('partner.figures.earlier')}</caption>
      <tbody>
        {earlier.map(({ at, debt }) => (
          <tr key={at}>
            <th scope="row">{date(dayOf(at))}</th>
            <td>{euro(debt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Without the last point, which is the debt of now; of equal ones in a row the last. */
function earlierDebts(debts: NonNullable<PartnerOverview['debts']>) {
  const known = debts.flatMap(({ at, debt }) => (debt === null ? [] : [{ at, debt }]))
  return known
    .filter(({ debt }, index) => known[index + 1] !== undefined && known[index + 1]?.debt !== debt)
    .slice(-MAX_SHOWN)
    .toReversed()
}
