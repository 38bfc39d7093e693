import { details } from '@kontor/contract/campaigns/details'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../components/ui/dialog/Dialog.tsx'
import { Failed } from '../../../components/ui/Notice.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { OpenStepper, type StepperProps } from './OpenStepper.tsx'

/** Selects the categories, partners and products of a campaign in three steps and saves them together. */
export function Stepper(props: StepperProps) {
  const { campaign, step, onClose } = props
  const t = useTranslations()
  const message = useMessage()
  const { data, isFetchedAfterMount, error, refetch } = useApiQuery(details.one, {
    params: { id: String(campaign.id) },
  })
  // The saved campaign is fetched each time the stepper opens, and not refetched while editing.
  if (data && isFetchedAfterMount && !error) return <OpenStepper {...props} saved={data} />
  return (
    <Dialog title={t(`stepper.title_${step}`)} subtitle={campaign.name} width={1120} tall onClose={onClose}>
      {error ? (
        <Failed
          title={t('table.failed')}
          text={message(error.body.message, error.body.params)}
          onRetry={() => void refetch()}
        />
      ) : (
        <p role="status" style={{ padding: 'var(--s6)', color: 'var(--text-3)' }}>
          {t('stepper.loading')}
        </p>
      )}
    </Dialog>
  )
}
