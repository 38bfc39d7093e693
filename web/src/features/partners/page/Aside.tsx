import { keysOf } from '@kontor/contract/lib/lists/keys'
import { columnsOf } from '@kontor/contract/lib/resources/columns'
import { type Partner, partnerList } from '@kontor/contract/partners'
import { basicFields, moreFields } from '@kontor/contract/partners/fields'
import { type PartnerOverview, partnerPage } from '@kontor/contract/partners/page'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { cellValue } from '../../../components/data-table/listRow.ts'
import { type Fact, Facts } from '../../../components/form/DetailsDialog.tsx'
import { HistoryButton } from '../../../components/form/HistoryButton.tsx'
import { NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useIsPhone } from '../../../lib/layout/useMedia.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import classes from './Overview.module.css'

interface AsideProps {
  partner: Partner
  overview: PartnerOverview | undefined
}

/** Master data and campaigns. Collapsed on phones, where open items come first. */
export function Aside({ partner, overview }: AsideProps) {
  const t = useTranslations()
  const isPhone = useIsPhone()
  const inside = (
    <>
      <Data partner={partner} overview={overview} />
      {usePermission()(partnerPage.campaigns.permission) && <InCampaigns partner={partner} />}
    </>
  )
  if (!isPhone) return <aside className={classes.aside}>{inside}</aside>
  return (
    <details className={classes.aside}>
      <summary>{t('partner.data.title')}</summary>
      {inside}
    </details>
  )
}

const more = keysOf(columnsOf(moreFields))
const basic = keysOf(columnsOf(basicFields)).filter((key) => key !== 'name')

/** The fields that have a value. */
function Data({ partner, overview }: AsideProps) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const keys = [...basic, 'category_names', ...more]
  const filled = keys.filter((key) => cellValue(partner, key)).map((key) => ({ key }))
  const app: Fact[] = overview?.app
    ? [
        {
          label: t('partner.data.app'),
          value: overview.app.last_at
            ? `${t('partner.data.app_users', { count: overview.app.users })}, ${dateTime(overview.app.last_at)}`
            : t('partner.data.app_none'),
        },
      ]
    : []
  return (
    <section aria-label={t('partner.data.title')}>
      <h2>
        {t('partner.data.title')}
        <HistoryButton feature="partners" row={partner} recordName={`${partner.id} · ${partner.name}`} />
      </h2>
      <Facts row={partner} list={partnerList} fields={filled} more={app} />
    </section>
  )
}

/** Most campaigns; their tab has all. */
const MAX_CAMPAIGNS = 5

function InCampaigns({ partner: { id } }: { partner: Partner }) {
  const t = useTranslations()
  const { euro, integer } = useFormat()
  const { data, error, refetch } = useApiQuery(partnerPage.campaigns, { params: { id: String(id) } })
  if (error && !data) return <NotLoaded error={error} onRetry={() => void refetch()} />
  if (!data?.length) return null
  return (
    <section aria-label={t('partner.data.campaigns')}>
      <h2>
        {t('partner.data.campaigns')} <span>{integer(data.length)}</span>
      </h2>
      <ul className={classes.campaigns}>
        {data.slice(0, MAX_CAMPAIGNS).map(({ id, name, cash, ordered }) => (
          <li key={id}>
            <Link to={`/campaigns/${id}`}>{name}</Link>
            <span>{cash && Number(cash.replace('%', '')) > 0 ? euro(cash) : ''}</span>
            {ordered && (
              <small>
                {ordered.lines > 0 ? t('partner.data.lines', ordered) : t('partner.data.no_lines')}
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
