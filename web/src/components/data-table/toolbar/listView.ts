import type { Grouping } from '../Groups.tsx'
import type { ListState } from '../list-page/listState.ts'

/** A way to look at a list: an order, and what rows that it brings together have in common. */
export interface ListView<Row> {
  label: string
  by: string
  desc?: true
  groups?: Grouping<Row>
}

/** The view that a state shows, in either direction; none where it is sorted by something else. */
export const viewOf = <View extends { by: string }>(views: readonly View[] | undefined, { by }: ListState) =>
  views?.find((view) => view.by === by)
