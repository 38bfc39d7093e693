import { useTranslations } from 'use-intl'
import { Segments } from '../../ui/tabs/Segments.tsx'
import type { ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import { type ListView, viewOf } from './listView.ts'

interface ViewsProps {
  views: readonly Pick<ListView<never>, 'label' | 'by' | 'desc'>[]
  state: ListState
  onChange: ChangeList
}

/** The views of a list as a segmented control; a phone has them in the menu of columns to sort by. */
export function Views({ views, state, onChange }: ViewsProps) {
  const t = useTranslations()
  return (
    <Segments
      label={t('table.view')}
      segments={views.map(({ by, label }) => ({ key: by, label }))}
      current={viewOf(views, state)?.by}
      onChoose={(by) => onChange({ by, desc: views.find((view) => view.by === by)?.desc ?? false })}
    />
  )
}
