import { keysOf } from '@kontor/contract/lib/lists/keys'
import type { Plugin } from 'vite'

// Chunking of the build. Rolldown's default makes one chunk of everything that two screens share: hundreds
// of small files, of which a page requests about a hundred. The chunks below group modules by the entries
// that load them.

/** Entry points whose static imports are loaded together. Dynamic imports are not included. */
const entries = {
  office: ['app/office.tsx'],
  portal: ['app/portal.tsx'],
  login: ['features/session/LoginPage.tsx'],
  portalLogin: ['features/session/portal/PortalLoginPage.tsx'],
  frame: [
    'features/session/SignedIn.tsx',
    'components/uploads/Transfers.tsx',
    'features/campaigns/cart/Undelivered.tsx',
    'features/customerSupport/UnreadSupport.tsx', // which every screen has
    'features/messages/UnreadMessages.tsx',
  ],
  home: ['features/home/HomePage.tsx'],
  portalFrame: ['features/session/portal/PortalSignedIn.tsx', 'features/sliders/portal/FeedPage.tsx'],
  list: [
    'components/data-table/list-page/ListPage.tsx',
    'components/resource/ResourcePage.tsx',
    'components/data-table/saved-views/SavedViewTabs.tsx', // loaded by every list shortly after it
  ],
  form: ['components/form/FormDialog.tsx'],
}

/** The entries that reach a module. `portalEver`: the partners' app loads it, statically or dynamically. */
type By = Partial<Record<keyof typeof entries | 'portalEver', true>>

interface Chunk {
  name: string
  matches?: (by: By, isIcon: boolean) => unknown
  /**
   * Modules by name: texts, and package modules that are re-exported by one barrel file, so that the module
   * graph does not show who needs them.
   */
  also?: RegExp
  /** Least number of modules that share the module; below it, the module stays with its importer. */
  sharedBy?: number
}

/**
 * A chunk of the office, and one before it with the modules that the partners' app loads as well. The
 * partners' app never loads the second.
 */
const both = (name: string, matches: (by: By) => unknown, also?: RegExp): Chunk[] => [
  { name: `${name}-both`, matches: (by) => by.portalEver && matches(by) },
  { name, matches, ...(also && { also }) },
]

/** What of the query library only the office uses, in its palette, tabs and trees. */
const ofOffice = '(queriesObserver|useQueries)'

/**
 * The chunks in order. A module goes to the first chunk that matches, together with the package modules
 * that it imports. A module that several entries reach imports only modules that the same entries reach,
 * so no chunk needs a later one.
 */
const chunks: Chunk[] = [
  {
    name: 'base',
    also: /node_modules[\\/](react|react-dom|scheduler|use-intl|icu-minify|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/,
  },
  {
    name: 'start',
    matches: (by) =>
      (by.portal && (by.office || by.login || by.frame || by.home || by.list || by.form)) ||
      (by.portalFrame && by.login && (by.frame || by.home)),
    also: /[\\/](MantineProvider|use-(mantine|computed)-color-scheme|use-(disclosure|id|merged-ref|uncontrolled|window-event)|random-id)\.mjs$/,
  },
  ...both('office', (by) => by.office),
  {
    name: 'parts',
    matches: (by, isIcon) => by.login && (isIcon || by.frame || by.home || by.list),
    also: /[\\/]components[\\/](ActionIcon|Loader|Transition|UnstyledButton|VisuallyHidden)[\\/]\w+\.mjs$/,
  },
  { name: 'inputs', also: /[\\/]components[\\/](Button|CloseButton|TextInput)[\\/]\w+\.mjs$/ },
  { name: 'password', also: /[\\/]components[\\/]PasswordInput[\\/]\w+\.mjs$/ },
  { name: 'sign-in', matches: (by) => by.login && by.portalLogin },
  {
    name: 'signed-in',
    matches: (by) => by.portalFrame && (by.frame || by.home || by.list || by.form),
    also: new RegExp(
      `node_modules[\\\\/](zod|@tanstack[\\\\/](query-core|react-query))[\\\\/](?!.*${ofOffice})`,
    ),
  },
  ...both(
    'frame',
    (by) => by.frame || (by.home && by.list),
    new RegExp(`node_modules[\\\\/]@tanstack[\\\\/].*${ofOffice}`),
  ),
  ...both('list', (by) => by.list),
  ...both('form', (by) => by.form),
  // The texts that both apps load, by language.
  { name: 'cnr-both', also: /[\\/]locales[\\/]cnr[\\/](chat|ordering|portalSliders)\.ts$/ },
  { name: 'en-both', also: /[\\/]locales[\\/]en[\\/](chat|ordering|portalSliders)\.ts$/ },
  // The other icons are too small for chunks of their own. Home has few icons and does not load these.
  { name: 'signs', matches: (by, isIcon) => isIcon && by.portalEver && !by.home, sharedBy: 2 },
  { name: 'office-signs', matches: (by, isIcon) => isIcon && !by.home, sharedBy: 2 },
]

const ownFile = /[\\/](web|contract)[\\/]src[\\/]/
const iconFile = /[\\/]icons[\\/](Icon\w+)\.mjs$/

/**
 * Returns the chunk groups for the build, and the plugin that records which entries reach which module
 * once the graph is complete.
 */
export function layers() {
  const reached = new Map<string, By>()
  const plugin: Plugin = {
    name: 'layers',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const icons = new Map(ids.map((id) => [iconFile.exec(id)?.[1], id]))
      /** All icons are re-exported by one file; the used ones are found by their names in the code. */
      const importsOf = (id: string, later: boolean) => {
        const module = ownFile.test(id) ? this.getModuleInfo(id) : null
        const named = module?.code?.match(/\bIcon[A-Z]\w*/g) ?? []
        return [
          ...(module?.importedIds ?? []),
          ...((later && module?.dynamicallyImportedIds) || []),
          ...named.flatMap((name) => icons.get(name) ?? []),
        ]
      }
      const walk = (entry: keyof By, files: readonly string[], later = false) => {
        const waiting = ids.filter((id) => files.some((file) => id.endsWith(`/web/src/${file}`)))
        if (waiting.length < files.length)
          this.error(`web/layers.ts names a file of ${entry} that is not built`)
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
  const groups = chunks.map(({ name, matches, also, sharedBy = 1 }) => ({
    name,
    minShareCount: sharedBy,
    test: (id: string) => {
      if (also?.test(id)) return true
      const isIcon = iconFile.test(id)
      const by = ownFile.test(id) || isIcon || id.endsWith('.css') ? reached.get(id) : undefined
      return Boolean(matches?.(by ?? {}, isIcon))
    },
  }))
  return { plugin, groups }
}
