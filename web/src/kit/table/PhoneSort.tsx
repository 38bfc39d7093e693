import { Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ListState } from '../listState.ts'
import type { ReadyColumn } from './columns.tsx'
import type { ChangeList } from './useListState.ts'

interface PhoneSortProps<Row> {
  columns: readonly ReadyColumn<Row>[]
  state: ListState
  onChange: ChangeList
}

/** The header's sorting as a menu; choosing the same column again turns it round. */
export function PhoneSort<Row>({ columns, state, onChange }: PhoneSortProps<Row>) {
  const t = useTranslations()
  const sorted = columns.find((column) => column.key === state.by)
  const Arrow = state.desc ? IconArrowDown : IconArrowUp
  return (
    <Menu position="bottom-end" width="target">
      <Menu.Target>
        <Button variant="default" leftSection={<IconArrowsSort size={18} stroke={1.6} />}>
          {sorted?.label ?? t('table.sort')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter((column) => column.definition.sort !== false)
          .map(({ key, label }) => (
            <Menu.Item
              key={key}
              rightSection={key === state.by && <Arrow size={16} stroke={1.6} />}
              onClick={() => onChange({ by: key, desc: key === state.by && !state.desc })}
            >
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
