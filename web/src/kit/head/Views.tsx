import type { ListState } from '../list/listState.ts'
import { listTexts } from '../list/texts.ts'
import type { ChangeList } from '../list/useListState.ts'
import { Segments } from '../tabs/Segments.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { type ListView, viewOf } from './listView.ts'
import classes from './PageHead.module.css'

interface ViewsProps {
  views: readonly Pick<ListView<never>, 'label' | 'by' | 'desc'>[]
  state: ListState
  onChange: ChangeList
}

/** The views of a list, one of which is on. */
export function Views({ views, state, onChange }: ViewsProps) {
  const t = useTexts(listTexts)
  return (
    <div className={classes.views}>
      <Segments
        label={t('table.view')}
        segments={views.map(({ by, label }) => ({ key: by, label }))}
        current={viewOf(views, state)?.by}
        onChoose={(by) => onChange({ by, desc: views.find((view) => view.by === by)?.desc ?? false })}
      />
    </div>
  )
}
