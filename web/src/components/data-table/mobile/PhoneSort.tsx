import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { ReadyColumn } from '../columns.tsx'
import type { ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'

interface PhoneSortProps<Row> {
  columns: readonly ReadyColumn<Row>[]
  state: ListState
  onChange: ChangeList
}

/** The header sorting as a menu; choosing the current column again reverses the order. */
export function PhoneSort<Row>({ columns, state, onChange }: PhoneSortProps<Row>) {
  const t = useTranslations()
  const sorted = columns.find((column) => column.key === state.by)
  const Arrow = state.desc ? IconArrowDown : IconArrowUp
  return (
    <Menu
      target={
        <Button variant="default" leftSection={<IconArrowsSort size={18} stroke={1.6} />}>
          {sorted?.label ?? t('table.sort')}
        </Button>
      }
    >
      {columns
        .filter((column) => column.definition.sort !== false)
        .map(({ key, label }) => (
          <MenuItem
            key={key}
            end={key === state.by && <Arrow size={16} stroke={1.6} />}
            onClick={() => onChange({ by: key, desc: key === state.by && !state.desc })}
          >
            {label}
          </MenuItem>
        ))}
    </Menu>
  )
}
