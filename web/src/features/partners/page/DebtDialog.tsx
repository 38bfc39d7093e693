import { type Partner, partnerList, partners } from '@kontor/contract/partners'
import { partnerFields } from '@kontor/contract/partners/fields'
import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { FormStack } from '../../../kit/form/layout.tsx'
import type { FormRow } from '../../../kit/form/recordForm.ts'
import { CallError, call } from '../../../kit/net/call.ts'
import { notify } from '../../../kit/notify/notify.tsx'
import { Field } from '../../../kit/resource/Field.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const names = ['debt', 'outOfCurrency', 'debitLimit'] as const

/** What offers the figures as they were before, unless something of somebody else's was merged with them. */
function useTakeBack(before: Partner) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const takeBack = async (version: number) => {
    try {
      const body = {
        debt: before.debt,
        outOfCurrency: before.outOfCurrency,
        debitLimit: before.debitLimit,
        version,
      }
      await call(partners.patch, { params: { id: String(before.id) }, body })
      notify.success('success.edit')
    } catch (error) {
      if (error instanceof CallError && error.status === 409) notify.error(t('partner.debt_stays'))
      else notify.failure(error)
    }
    await queries.invalidateQueries()
  }
  return ({ version }: FormRow) =>
    version === before.version + 1 ? { text: 'success.edit', undo: () => void takeBack(version) } : undefined
}

/**
 * The three figures that change most often; saved as the whole form saves them, from the version that was read. They can
 * be taken back as long as nobody has changed the partner since.
 */
export function DebtDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const t = useTexts(texts)
  const takeBack = useTakeBack(partner)
  return (
    <FormDialog
      feature="partners"
      title={t('partner.new_debt')}
      row={partner}
      routes={partners}
      list={partnerList}
      fields={partnerFields}
      about={`${partner.id} · ${partner.name}`}
      width={420}
      told={takeBack}
      onClose={onClose}
    >
      <FormStack>
        {names.map((name) => (
          <Field key={name} name={name} />
        ))}
      </FormStack>
    </FormDialog>
  )
}
