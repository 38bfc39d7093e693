import type { Column } from '@kontor/contract/lib/lists/list'

/** Fields of every list row; `is_active` where it can be deactivated. */
export interface ListRow {
  id: number
  name?: string
  is_active?: boolean
}

/** A row's value in a column; the name of a choice (`{id, name}`). */
export function cellValue(row: ListRow, key: string, { at }: Pick<Column, 'at'> = {}): unknown {
  const fields = row as unknown as Record<string, unknown> // column keys are field names of the row
  const value = at ? (fields[at[0]] as Record<string, unknown> | null)?.[at[1]] : fields[key]
  return typeof value === 'object' && value && 'name' in value ? value.name : value
}
