import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { products } from '@kontor/contract/products'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CancelButton } from '../../../components/ui/dialog/FooterButtons.tsx'
import { Steps } from '../../../components/ui/Steps.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { parts, type Step } from './draft.ts'
import { type DraftStore, useStore } from './store.ts'

/** The step after this one. */
export const nextStep = (step: Step) => ([2, 3] as const)[step - 1]

interface StepNamesProps {
  step: Step
  onStep: (step: Step) => void
  store: DraftStore
  /** Number of categories. */
  categoryCount: number | undefined
}

/** The steps with the number selected; the current one also shows the total. */
export function StepNames({ step, onStep, store, categoryCount }: StepNamesProps) {
  const t = useTranslations()
  const chosen = useStore(store, (state) => state.chosen)
  const candidates = useCandidates(step === 2, chosen.categories)
  const offered = useOffered(step === 3)
  const all = [categoryCount, candidates, offered][step - 1]
  const steps = ([1, 2, 3] as const).map((one, index) => {
    const count = chosen[parts[index] ?? 'categories'].size
    return {
      name: t(`stepper.step_${one}`),
      note:
        one === step && all !== undefined
          ? t('stepper.count_of', { count, all })
          : t('stepper.count', { count }),
      run: () => onStep(one),
    }
  })
  return <Steps steps={steps} current={step - 1} />
}

// The tables start with the same pages, so these counts need no calls of their own.
const firstPage = (by: 'id' | 'name') => ({
  filters: {},
  options: { page: 1, itemsPerPage: 100 as const, sortBy: [by], sortDesc: [false] },
})

function useCandidates(enabled: boolean, chosen: ReadonlySet<number>) {
  const categories = useMemo(() => [...chosen].sort((a, b) => a - b), [chosen])
  const body = { categories, ...firstPage('id') }
  const { data } = useApiQuery(campaignPartners.candidates, { body }, { enabled, keepPrevious: true })
  return data?.total_rows
}

function useOffered(enabled: boolean) {
  const { data } = useApiQuery(
    products.activePagePost,
    { body: firstPage('name') },
    { enabled, keepPrevious: true },
  )
  return data?.total_rows
}

interface ButtonsProps {
  step: Step
  onStep: (step: Step) => void
  isDirty: boolean
  isSaving: boolean
  onCancel: () => void
  onSave: () => void
}

/** Back, next and save; saving is possible in any step once something has changed. */
export function Buttons({ step, onStep, isDirty, isSaving, onCancel, onSave }: ButtonsProps) {
  const t = useTranslations()
  const before = ([1, 2] as const)[step - 2]
  const after = nextStep(step)
  return (
    <>
      <CancelButton onClick={onCancel} />
      {before && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          onClick={() => onStep(before)}
        >
          {t(`stepper.step_${before}`)}
        </Button>
      )}
      {(!after || isDirty) && (
        <Button
          size="md"
          {...(after && { variant: 'default' })}
          loading={isSaving}
          title="Ctrl+Enter"
          aria-keyshortcuts="Control+Enter"
          onClick={onSave}
        >
          {t('common.save')}
        </Button>
      )}
      {after && (
        <Button
          size="md"
          rightSection={<IconArrowRight size={16} />}
          title="Shift+Enter"
          aria-keyshortcuts="Shift+Enter"
          onClick={() => onStep(after)}
        >
          {t(`stepper.step_${after}`)}
        </Button>
      )}
    </>
  )
}
