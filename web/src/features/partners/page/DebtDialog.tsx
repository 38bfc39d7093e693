import { type Partner, partnerList, partners } from '@kontor/contract/partners'
import { partnerFields } from '@kontor/contract/partners/fields'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { FormStack } from '../../../kit/form/layout.tsx'
import { Field } from '../../../kit/resource/Field.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const names = ['debt', 'outOfCurrency', 'debitLimit'] as const

/** The three figures that change most often; saved as the whole form saves them, from the version that was read. */
export function DebtDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const t = useTexts(texts)
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
