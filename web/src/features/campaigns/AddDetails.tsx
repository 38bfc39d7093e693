import type { Campaign } from '@kontor/contract/campaigns'
import { details } from '@kontor/contract/campaigns/details'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'
import type { Step } from './stepper/draft.ts'

const Stepper = lazyPart(() => import('./stepper/Stepper.tsx'), 'Stepper')

/** The step for the content of a tab; partners by default. */
const steps: { [tab in string]?: Step } = { categories: 1, partners: 2, products: 3 }
const stepOf = (param: unknown) => Object.values(steps).find((step) => step === Number(param))

/** Opens the stepper. Its step is in the URL (`?add=2`); back closes the stepper. */
export function AddDetails({ campaign, tab, filled }: { campaign: Campaign; tab: string; filled: boolean }) {
  const t = useTranslations()
  const query: Record<string, string> = useSearch({ strict: false })
  const goTo = useSearchHere()
  if (!usePermission()(details.save.permission)) return null
  const step = stepOf(query.add)
  return (
    <>
      <Button
        variant={filled ? 'filled' : 'default'}
        leftSection={<IconPlus size={16} />}
        onClick={() => goTo({ ...query, tab, add: steps[tab] ?? 2 })}
      >
        {t('campaigns.add_details')}
      </Button>
      {step && (
        <Stepper
          campaign={campaign}
          step={step}
          onStep={(add) => goTo({ ...query, tab, add }, { instead: true })}
          onClose={() => goTo({ ...query, tab, add: undefined }, { instead: true })}
        />
      )}
    </>
  )
}
