// views: lists as somebody wants to see them: saved views with their totals, and what a person likes.
import type { Right } from '@kontor/contract/kit/api/rights'
import { defaultViews, FILLING } from '@kontor/contract/kit/list/views'
import { views } from '@kontor/contract/kit/views/views'
import type { SignedIn } from '../auth/guard.ts'
import type { ServedList } from '../list/served.ts'
import { serveChanges } from '../records/rest-stays.ts'
import type { Kontor } from '../serve/kontor.ts'
import { judgeColumns, judgeSize, knownLook, listFor } from './judge.ts'
import { keepPreferences, preferencesOf } from './preferences.ts'
import { createView, getView, listNames, listViews, removeView, updateView, type Views } from './queries.ts'

/** Mounts the calls; `overShared` is the right to change the shared views of others. */
export function viewRoutes({ serve, db, lists, userName }: Kontor, overShared: Right) {
  const kit: Views = { db, lists, userName, overShared }
  serve(views.index, async ({ user, query: { list } }) => {
    const { definition } = listFor(lists, user, list)
    const [saved, liked] = await Promise.all([listViews(kit, user, list), preferencesOf(db, user, list)])
    return { views: saved, ...knownLook(definition, liked) }
  })
  serve(views.names, ({ user }) => listNames(kit, user))
  serve(views.totals, async ({ user, query: { list } }) => {
    const served = listFor(lists, user, list)
    return { totals: await totalsOf(served, user, await listViews(kit, user, list)) }
  })
  serve(views.create, ({ user, body }) => createView(kit, user, body))
  serveChanges(
    serve,
    [views.update, views.patch],
    { whole: views.update.body, stored: ({ user, params }) => getView(kit, user, params.id) },
    ({ user, params, body }) => updateView(kit, user, params.id, body),
  )
  serve(views.remove, ({ user, params }) => removeView(kit, user, params.id))
  serve(views.prefer, async ({ user, body }) => {
    const { definition } = listFor(lists, user, body.list)
    judgeColumns(definition, body.columns)
    if (body.size !== FILLING) judgeSize(definition, body.size)
    return keepPreferences(db, user, body)
  })
}

/** How many rows each view of a list has, one after the other: a reader's tabs are no reason to hold up the others. */
async function totalsOf(served: ServedList, user: SignedIn, saved: Awaited<ReturnType<typeof listViews>>) {
  const { definition } = served
  const asked: [string, Readonly<Record<string, string>>][] = [
    ['', {}],
    ...Object.entries(defaultViews(definition)).map(
      ([name, { filters }]) => [name, filters] as [string, typeof filters],
    ),
    ...saved.map(({ id, filters, search }): [string, typeof filters] => [
      String(id),
      { ...filters, ...(search && { search }) },
    ]),
  ]
  const totals: Record<string, number | null> = {}
  for (const [name, filters] of asked) totals[name] = await served.total(user, filters)
  return totals
}
