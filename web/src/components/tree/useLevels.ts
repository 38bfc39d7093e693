import type { EventType, EventTypes } from '@kontor/contract/lib/http/events'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { TreeCounts, TreeNode } from '@kontor/contract/lib/resources/tree'
import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { type ApiError, apiRequest } from '../../lib/api/apiRequest.ts'
import { type Staleness, stalenessOf } from '../../lib/api/staleness.ts'
import { levelKey, routeKey } from '../../lib/api/useApiQuery.ts'
import { useEvents } from '../../lib/realtime/useEvents.ts'
import type { Level, Levels, Parent } from './rows.ts'

/** A route with a response of type T. */
type Answering<T> = Route & { response: { _zod: { output: T } } }

/** The routes that load a tree. */
export interface TreeReads<N extends TreeNode> {
  levels: Answering<{ levels: { parent_id: Parent; nodes: N[] }[]; counts: TreeCounts }>
  find: Answering<{ nodes: N[]; matches: number[]; total_rows: number }>
}

/** Events that name the changed levels. */
export type TreeEvent = {
  [T in EventType]: EventTypes[T] extends { parents: (number | null)[] } ? T : never
}[EventType]

interface Read<N> {
  nodes: readonly N[]
  counts: TreeCounts
}

/** Most levels per call. */
const MAX_LEVELS = 200

/**
 * The requested levels as far as loaded. Each level is cached separately; levels requested together are
 * loaded by one call.
 */
export function useLevels<N extends TreeNode>(routes: TreeReads<N>, parents: readonly Parent[]) {
  const combine = useCallback(
    (results: UseQueryResult<Read<N>, ApiError>[]) => combined(results, parents),
    [parents],
  )
  return useQueries({
    queries: parents.map((parent) =>
      queryOptions<Read<N>, ApiError>({
        queryKey: levelKey(routes.levels, parent),
        queryFn: () => loaderOf(routes)(parent),
      }),
    ),
    combine,
  })
}

function combined<N>(results: UseQueryResult<Read<N>, ApiError>[], parents: readonly Parent[]) {
  const levels: Levels<N> = new Map(
    results.map(({ data, isError }, index): [Parent, Level<N>] => [
      parents[index] ?? null,
      { nodes: data?.nodes, failed: isError },
    ]),
  )
  const latest = results.reduce<UseQueryResult<Read<N>, ApiError> | undefined>(
    (last, one) => (last && last.dataUpdatedAt >= one.dataUpdatedAt ? last : one),
    undefined,
  )
  const top = results[parents.indexOf(null)]
  const behind: Staleness | null = results.map(stalenessOf).find((one) => one !== null) ?? null
  return {
    levels,
    counts: latest?.data?.counts,
    first: top === undefined || top.isPending,
    error: top?.isError && top.data === undefined ? top.error : null,
    behind,
  }
}

type Loader<N> = (parent: Parent) => Promise<Read<N>>
const loaders = new WeakMap<Route, Loader<never>>()

function loaderOf<N extends TreeNode>(routes: TreeReads<N>): Loader<N> {
  const known = loaders.get(routes.levels) as Loader<N> | undefined // stored per route with its own node type
  const loader = known ?? makeLoader(routes)
  loaders.set(routes.levels, loader as Loader<never>)
  return loader
}

/** Batches the requests of one tick into one call. */
function makeLoader<N extends TreeNode>(routes: TreeReads<N>): Loader<N> {
  let requests = new Map<Parent, PromiseWithResolvers<Read<N>>>()
  const send = () => {
    const all = [...requests]
    requests = new Map()
    for (let from = 0; from < all.length; from += MAX_LEVELS)
      void sendSome(all.slice(from, from + MAX_LEVELS))
  }
  const sendSome = async (some: [Parent, PromiseWithResolvers<Read<N>>][]) => {
    try {
      const { levels, counts } = await readLevels(routes, { of: some.map(([parent]) => parent) })
      const found = new Map(levels.map(({ parent_id, nodes }) => [parent_id, nodes]))
      for (const [parent, { resolve }] of some) resolve({ nodes: found.get(parent) ?? [], counts })
    } catch (error) {
      for (const [, { reject }] of some) reject(error)
    }
  }
  return (parent) => {
    if (requests.size === 0) queueMicrotask(send)
    const waiting = requests.get(parent) ?? Promise.withResolvers<Read<N>>()
    requests.set(parent, waiting)
    return waiting.promise
  }
}

/** Every tree's levels route takes this body; TypeScript cannot infer it for a generic tree. */
const readLevels = <N extends TreeNode>(
  { levels }: TreeReads<N>,
  body: { of?: readonly Parent[]; around?: number },
) =>
  apiRequest(levels, { body } as unknown as RequestInput<typeof levels>) as unknown as Promise<{
    levels: { parent_id: Parent; nodes: N[] }[]
    counts: TreeCounts
  }>

/**
 * Loads the path to a node and caches its levels; resolves with the folders from the root, null when the
 * node does not exist.
 */
export async function readPath<N extends TreeNode>(
  queries: QueryClient,
  routes: TreeReads<N>,
  id: number,
): Promise<number[] | null> {
  const { levels, counts } = await readLevels(routes, { of: [null], around: id })
  for (const { parent_id, nodes } of levels)
    queries.setQueryData<Read<N>>(levelKey(routes.levels, parent_id), { nodes, counts })
  const parents = new Map(levels.flatMap(({ nodes }) => nodes.map((node) => [node.id, node.parent_id])))
  if (!parents.has(id)) return null
  const path: number[] = []
  for (let at = parents.get(id) ?? null; at !== null; at = parents.get(at) ?? null) path.unshift(at)
  return path
}

/** Refetches the named levels and their ancestors, which show counts. */
export function rereadLevels(
  queries: QueryClient,
  routes: TreeReads<TreeNode>,
  parents: readonly Parent[] | undefined,
) {
  void queries.invalidateQueries({ queryKey: routeKey(routes.find) })
  if (!parents) return void queries.invalidateQueries({ queryKey: routeKey(routes.levels) })
  const read = queries.getQueriesData<Read<TreeNode>>({ queryKey: levelKey(routes.levels) })
  const homes = new Map(
    read.flatMap(([, data]) => data?.nodes.map((node) => [node.id, node.parent_id] as const) ?? []),
  )
  const stale = new Set<Parent>([null])
  for (const parent of parents)
    for (let at = parent; at !== null && !stale.has(at); at = homes.get(at) ?? null) stale.add(at)
  for (const parent of stale)
    void queries.invalidateQueries({ queryKey: levelKey(routes.levels, parent), exact: true })
}

/** Refetches the levels that a server event names. */
export function useTreeEvents(event: TreeEvent, routes: TreeReads<TreeNode>) {
  const queries = useQueryClient()
  useEvents(event, (data) => {
    rereadLevels(queries, routes, (data as { parents: Parent[] } | undefined)?.parents)
  })
}
