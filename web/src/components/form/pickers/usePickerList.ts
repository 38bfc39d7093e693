import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { useMemo } from 'react'

/** A picker shows eight rows; the documents' list of sizes lacks the eight. */
const SIZES = [8, 10, 20, 30, 50]
const NONE: readonly never[] = []

interface Given {
  list: ListDefinition
  sizes?: readonly number[]
  sort?: ListDefinition['sort']
}

/** A list as what picks from it begins with it. */
export function usePickerList({ list, sizes = NONE, sort }: Given) {
  return useMemo(
    () => ({ ...list, sizes: [...SIZES, ...sizes], size: 8, sort: sort ?? list.sort }),
    [list, sizes, sort],
  )
}
