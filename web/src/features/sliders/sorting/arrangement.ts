import type { SortedSlider } from '@kontor/contract/sliders/sorting'

/** The sliders in partners' order: the first `placed` of them have a place, the others follow automatically. */
interface Arrangement<Row> {
  rows: readonly Row[]
  placed: number
}

type Placed = Pick<SortedSlider, 'id' | 'position' | 'automatic'>

/** The ids of the sliders that have a place, in their order. */
export const placedIds = (stored: readonly Placed[]) =>
  stored.filter(({ position }) => position !== null).map(({ id }) => id)

/** The sliders when those of `ids` have the first places. Ids of sliders that are gone are left out. */
export function arrange<Row extends Placed>(
  stored: readonly Row[],
  ids: readonly number[],
): Arrangement<Row> {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const first = ids.flatMap((id) => byId.get(id) ?? [])
  const others = stored.filter((row) => !first.includes(row))
  return {
    rows: [...first, ...others.toSorted((one, other) => one.automatic - other.automatic)],
    placed: first.length,
  }
}

/**
 * The ids that have a place after a row has moved. Whatever stands above it has one too: partners would otherwise see
 * another order than the one on screen.
 */
export function movedTo<Row extends { id: number }>(
  { rows, placed }: Arrangement<Row>,
  from: number,
  to: number,
): number[] {
  const ids = rows.map(({ id }) => id)
  const next = ids.toSpliced(from, 1).toSpliced(to, 0, ...ids.slice(from, from + 1))
  const joins = from >= placed && to < placed
  return next.slice(0, Math.max(joins ? placed + 1 : placed, to + 1))
}
