import type { Grouping } from '../Groups.tsx'
import type { ListState } from '../list-page/listState.ts'

/** A view of a list: a sort order, and how rows are grouped under it. */
export interface ListView<Row> {
  label: string
  by: string
  desc?: true
  groups?: Grouping<Row>
}

/** The view whose order the state has, in either direction; undefined for another order. */
export const viewOf = <View extends { by: string }>(views: readonly View[] | undefined, { by }: ListState) =>
  views?.find((view) => view.by === by)
