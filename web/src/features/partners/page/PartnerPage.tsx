import { keysOf } from '@kontor/contract/kit/list/keyed'
import { columnsOf } from '@kontor/contract/kit/resource/columns'
import { figureNames, type Partner, partnerList, partners } from '@kontor/contract/partners'
import { basicFields, moreFields } from '@kontor/contract/partners/fields'
import { bank_accounts } from '@kontor/contract/resources/bankAccounts'
import { child_partners } from '@kontor/contract/resources/childPartners'
import { contacts } from '@kontor/contract/resources/contacts'
import { contracts } from '@kontor/contract/resources/contracts'
import { useParams, useSearch } from '@tanstack/react-router'
import { ChildTabs } from '../../../kit/children/ChildTabs.tsx'
import { Facts } from '../../../kit/form/DetailsDialog.tsx'
import { cellValue } from '../../../kit/list/wholeList.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { useMay } from '../../../kit/rights/useMay.ts'
import { NotFound } from '../../../kit/router/NotFound.tsx'
import { useSearchHere } from '../../../kit/router/useSearchHere.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import { PartnerHead } from './PartnerHead.tsx'
import classes from './PartnerPage.module.css'

const children = [contacts, bank_accounts, contracts, child_partners]

/** One partner at an address of its own. */
export function PartnerPage() {
  const params: Record<string, unknown> = useParams({ strict: false })
  const id = String(params.id)
  const { data, error } = useRoute(partners.one, { params: { id } })
  if (error && [404, 422].includes(error.status)) return <NotFound />
  return data ? <Opened key={id} partner={data} /> : null
}

function Opened({ partner }: { partner: Partner }) {
  const t = useTexts(texts)
  const goTo = useSearchHere()
  const { tab }: Record<string, unknown> = useSearch({ strict: false })
  return (
    <>
      <PartnerHead partner={partner} />
      <ChildTabs
        label={partner.name}
        first={{ label: t('partners.data'), content: <PartnerFacts row={partner} /> }}
        resources={children}
        parent={partner.id}
        current={typeof tab === 'string' ? tab : undefined}
        onChoose={(chosen) => goTo({ tab: chosen }, { instead: true })}
      />
    </>
  )
}

const own = ['id', ...keysOf(columnsOf(basicFields)), 'category_names', 'is_active'].map((key) => ({ key }))
const figures = figureNames.map((key) => ({ key }))
const more = keysOf(columnsOf(moreFields)).map((key) => ({ key }))

/** What is kept of a partner; of the fuller data what there is. */
function PartnerFacts({ row }: { row: Partner }) {
  const sees = useMay()('figures.see')
  const filled = more.filter(({ key }) => cellValue(row, key, partnerList.columns[key]))
  const fields = [...own, ...filled, ...(sees ? figures : [])]
  return (
    <div className={classes.facts}>
      <Facts feature="partners" row={row} list={partnerList} fields={fields} wide />
    </div>
  )
}
