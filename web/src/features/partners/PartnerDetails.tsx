import { keysOf } from '@kontor/contract/kit/list/keyed'
import { columnsOf } from '@kontor/contract/kit/resource/columns'
import { figureNames, type Partner, partnerList, partners } from '@kontor/contract/partners'
import { basicFields, moreFields } from '@kontor/contract/partners/fields'
import { bank_accounts } from '@kontor/contract/resources/bankAccounts'
import { child_partners } from '@kontor/contract/resources/childPartners'
import { contacts } from '@kontor/contract/resources/contacts'
import { contracts } from '@kontor/contract/resources/contracts'
import { ChildTabs } from '../../kit/children/ChildTabs.tsx'
import { Dialog, DialogBody } from '../../kit/dialog/Dialog.tsx'
import { Facts } from '../../kit/form/DetailsDialog.tsx'
import { HistoryButton } from '../../kit/form/HistoryButton.tsx'
import { cellValue } from '../../kit/list/wholeList.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const children = [contacts, bank_accounts, contracts, child_partners]

interface PartnerDetailsProps {
  id: string
  /** What of it is shown beside its own data: `contacts`. */
  tab: string | undefined
  onTab: (tab: string | undefined) => void
  onClose: () => void
}

/** A partner with what belongs to it: contacts, bank accounts, contracts, child partners. */
export function PartnerDetails({ id, tab, onTab, onClose }: PartnerDetailsProps) {
  const t = useTexts(texts)
  const { data: row, error } = useRoute(partners.one, { params: { id } })
  const title =
    error && [404, 422].includes(error.status) ? t('partners.no_such') : t('features.partners.details')
  const about = row && `${row.id} · ${row.name}`
  return (
    <Dialog
      title={title}
      {...(about && { about })}
      tools={row && <HistoryButton feature="partners" row={row} about={about} />}
      width={1240}
      tall
      onClose={onClose}
    >
      {row && (
        <ChildTabs
          label={row.name}
          first={{ label: t('partners.data'), content: <PartnerFacts row={row} /> }}
          resources={children}
          parent={row.id}
          current={tab}
          onChoose={onTab}
        />
      )}
    </Dialog>
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
    <DialogBody>
      <Facts feature="partners" row={row} list={partnerList} fields={fields} wide />
    </DialogBody>
  )
}
