import { useTranslations } from 'use-intl'
import { Segments } from '../../ui/tabs/Segments.tsx'
import type { ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import { type Arrangement, arrangementOf } from './arrangement.ts'

interface ArrangementsProps {
  arrangements: readonly Pick<Arrangement<never>, 'label' | 'by' | 'desc'>[]
  state: ListState
  onChange: ChangeList
}

/** The arrangements of a list as a segmented control; a phone has them in the menu of columns to sort by. */
export function Arrangements({ arrangements, state, onChange }: ArrangementsProps) {
  const t = useTranslations()
  return (
    <Segments
      label={t('table.view')}
      segments={arrangements.map(({ by, label }) => ({ key: by, label }))}
      current={arrangementOf(arrangements, state)?.by}
      onChoose={(by) => onChange({ by, desc: arrangements.find((one) => one.by === by)?.desc ?? false })}
    />
  )
}
