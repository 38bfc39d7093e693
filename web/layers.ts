import { keysOf } from '@kontor/contract/lib/lists/keys'
import type { Plugin } from 'vite'

// What travels together. Left to itself the build makes a file of everything that two screens share, hundreds of them,
// most smaller than what it costs to name and fetch them; a page then asks for a hundred. Here a few entries say what is
// loaded as one, and what they share becomes a piece.

/** Where code is entered that is needed as one: these files and whatever they import, but not what they load later. */
const entries = {
  office: ['app/office.tsx'],
  portal: ['app/portal.tsx'],
  login: ['features/session/LoginPage.tsx'],
  portalLogin: ['features/session/portal/PortalLoginPage.tsx'],
  frame: [
    ...['features/session/SignedIn.tsx', 'components/uploads/Transfers.tsx'],
    ...['features/campaigns/cart/Undelivered.tsx', 'features/customerSupport/SupportWaiting.tsx'], // which every screen has
    'features/messages/UnreadMessages.tsx',
  ],
  home: ['features/home/HomePage.tsx'],
  portalFrame: ['features/session/portal/PortalSignedIn.tsx', 'features/sliders/portal/FeedPage.tsx'],
  list: [
    ...['components/data-table/list-page/ListPage.tsx', 'components/resource/ResourcePage.tsx'],
    ...['components/import-wizard/ImportButton.tsx', 'components/data-table/saved-views/ViewTabs.tsx'], // which every list has, in a moment
  ],
  form: ['components/form/FormDialog.tsx'],
}

/** The entries that reach a module; `portalEver` says that the partners' app can load it at all, be it later. */
type By = Partial<Record<keyof typeof entries | 'portalEver', true>>

interface Piece {
  name: string
  wants?: (by: By, isSign: boolean) => unknown
  /** Modules by their names: texts, and those of packages that are behind one file which names them all, so that nobody knows who needs them. */
  also?: RegExp
  /** How many files must have use for a module, or it stays with the one. */
  sharedBy?: number
}

/** A piece of the office, and before it what the partners' app may ask for of it: that one never loads the rest. */
const both = (name: string, wants: (by: By) => unknown): Piece[] => [
  { name: `${name}-both`, wants: (by) => by.portalEver && wants(by) },
  { name, wants },
]

/**
 * The pieces in their order: a module goes to the first that wants it, and takes along what it imports of packages. What
 * several entries reach imports only what they reach as well, so that no piece needs a later one.
 */
const pieces: Piece[] = [
  {
    name: 'base',
    also: /node_modules[\\/](react|react-dom|scheduler|use-intl|icu-minify|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/,
  },
  {
    name: 'start',
    wants: (by) =>
      (by.portal && (by.office || by.login || by.frame || by.home || by.list || by.form)) ||
      (by.portalFrame && by.login && (by.frame || by.home)),
    also: /[\\/](MantineProvider|use-(mantine|computed)-color-scheme|use-(disclosure|id|merged-ref|uncontrolled|window-event)|random-id)\.mjs$/,
  },
  ...both('office', (by) => by.office),
  {
    name: 'parts',
    wants: (by, isSign) => by.login && (isSign || by.frame || by.home || by.list),
    also: /[\\/]components[\\/](ActionIcon|Loader|Transition|UnstyledButton|VisuallyHidden)[\\/]\w+\.mjs$/,
  },
  { name: 'inputs', also: /[\\/]components[\\/](Button|CloseButton|TextInput)[\\/]\w+\.mjs$/ },
  { name: 'password', also: /[\\/]components[\\/]PasswordInput[\\/]\w+\.mjs$/ },
  { name: 'sign-in', wants: (by) => by.login && by.portalLogin },
  {
    name: 'signed-in',
    wants: (by) => by.portalFrame && (by.frame || by.home || by.list || by.form),
    also: /node_modules[\\/](zod|@tanstack[\\/](query-core|react-query))[\\/]/,
  },
  ...both('frame', (by) => by.frame || (by.home && by.list)),
  ...both('list', (by) => by.list),
  ...both('form', (by) => by.form),
  // The texts that the partners' app and the office both say, by language.
  { name: 'cnr-both', also: /[\\/]locales[\\/]cnr[\\/](chat|portalSliders)\.ts$/ },
  { name: 'en-both', also: /[\\/]locales[\\/]en[\\/](chat|portalSliders)\.ts$/ },
  // None of the other signs is worth a file of its own. Home has few and need not load them all.
  { name: 'signs', wants: (by, isSign) => isSign && by.portalEver && !by.home, sharedBy: 2 },
  { name: 'office-signs', wants: (by, isSign) => isSign && !by.home, sharedBy: 2 },
]

const own = /[\\/](web|contract)[\\/]src[\\/]/
const sign = /[\\/]icons[\\/](Icon\w+)\.mjs$/

/** The pieces for the build, and the plugin that finds out, once all modules are known, who reaches which. */
export function layers() {
  const reached = new Map<string, By>()
  const plugin: Plugin = {
    name: 'layers',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const signs = new Map(ids.map((id) => [sign.exec(id)?.[1], id]))
      /** Signs too are behind one file that names them all: they are known by their names in the code. */
      const importsOf = (id: string, later: boolean) => {
        const module = own.test(id) ? this.getModuleInfo(id) : null
        const named = module?.code?.match(/\bIcon[A-Z]\w*/g) ?? []
        return [
          ...(module?.importedIds ?? []),
          ...((later && module?.dynamicallyImportedIds) || []),
          ...named.flatMap((name) => signs.get(name) ?? []),
        ]
      }
      const walk = (entry: keyof By, files: readonly string[], later = false) => {
        const waiting = ids.filter((id) => files.some((file) => id.endsWith(`/web/src/${file}`)))
        for (let id = waiting.pop(); id; id = waiting.pop()) {
          if (reached.get(id)?.[entry]) continue
          reached.set(id, { ...reached.get(id), [entry]: true })
          waiting.push(...importsOf(id, later))
        }
      }
      for (const entry of keysOf(entries)) walk(entry, entries[entry])
      walk('portalEver', entries.portal, true)
    },
  }
  const groups = pieces.map(({ name, wants, also, sharedBy = 1 }) => ({
    name,
    minShareCount: sharedBy,
    test: (id: string) => {
      if (also?.test(id)) return true
      const isSign = sign.test(id)
      const by = own.test(id) || isSign || id.endsWith('.css') ? reached.get(id) : undefined
      return Boolean(wants?.(by ?? {}, isSign))
    },
  }))
  return { plugin, groups }
}
