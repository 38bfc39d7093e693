import type { Grouping } from '../Groups.tsx'
import type { ListState } from '../list-page/listState.ts'

/** An arrangement of a list: a sort order, and how rows are grouped under it. */
export interface Arrangement<Row> {
  label: string
  by: string
  desc?: true
  groups?: Grouping<Row>
}

/** The arrangement whose order the state has, in either direction; undefined for another order. */
export const arrangementOf = <One extends { by: string }>(
  arrangements: readonly One[] | undefined,
  { by }: ListState,
) => arrangements?.find(({ by: one }) => one === by)
