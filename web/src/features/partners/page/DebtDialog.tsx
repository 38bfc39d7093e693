import { type Partner, partnerList, partners } from '@kontor/contract/partners'
import { partnerFields } from '@kontor/contract/partners/fields'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { FormStack } from '../../../components/form/layout.tsx'
import type { FormRecord } from '../../../components/form/recordForm.ts'
import { Field } from '../../../components/resource/Field.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { DebtAsTyped } from './DebtAsTyped.tsx'

const names = ['debt', 'outOfCurrency', 'debitLimit'] as const

/** Offers undo of the figures, unless changes of somebody else were merged. */
function useRevertDebt(before: Partner) {
  const t = useTranslations()
  const queries = useQueryClient()
  const revert = async (version: number) => {
    try {
      const body = {
        debt: before.debt,
        outOfCurrency: before.outOfCurrency,
        debitLimit: before.debitLimit,
        version,
      }
      await apiRequest(partners.patch, { params: { id: String(before.id) }, body })
      notify.success('success.edit')
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) notify.error(t('partner.debt_stays'))
      else shownError.show(error)
    }
    await queries.invalidateQueries()
  }
  return ({ version }: FormRecord) =>
    version === before.version + 1 ? { text: 'success.edit', undo: () => void revert(version) } : undefined
}

/**
 * Edits the three figures that change most often. Saved like the whole form, with the version that was
 * loaded. Undo works until somebody changes the partner.
 */
export function DebtDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const t = useTranslations()
  const revert = useRevertDebt(partner)
  return (
    <FormDialog
      title={t('partner.new_debt')}
      row={partner}
      routes={partners}
      list={partnerList}
      fields={partnerFields}
      subtitle={`${partner.id} · ${partner.name}`}
      width={480}
      success={revert}
      onClose={onClose}
    >
      <FormStack>
        {names.map((name) => (
          <Field key={name} name={name} />
        ))}
      </FormStack>
      <DebtAsTyped partner={partner} />
    </FormDialog>
  )
}
