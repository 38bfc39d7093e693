// The rules of the architecture that a script can check; docs/architecture.md explains them. Every test lists what
// breaks its rule, so that an empty list is the expected result.
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportsOf } from './scripts/exports.ts'
import { computed, findCycle, type Import, importsOf, projectFiles, read } from './scripts/source.ts'
import { texts as office } from './web/src/locales/office/cnr.ts'
import { texts as portal } from './web/src/locales/portal/cnr.ts'
import { texts as signIn } from './web/src/locales/signIn/cnr.ts'

const files = projectFiles()
const code = files.filter((file) => /^(contract|api|web|e2e|bench)\/.*\.tsx?$/.test(file))
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('api/test/')
const imports = code.flatMap((file) => importsOf(file))
const own = imports.filter(({ ours }) => ours)
const show = (list: Import[]) => list.map(({ from, to }) => `${from} → ${to}`)

/** The feature that a file belongs to: `products` for api/src/features/products/bulk/queries.ts. */
const featureOf = (file: string) => file.match(/^(?:api|web)\/src\/features\/([^/]+)\//)?.[1]
const packageOf = (file: string) => file.match(/^(contract|api|web)\//)?.[1]

describe('packages', () => {
  test('web and api meet in the contract alone', () => {
    const isAllowed = ({ from, to }: Import) => [packageOf(from), 'contract'].includes(packageOf(to))
    const crossing = imports.filter(
      (one) => packageOf(one.from) && (one.ours ? !isAllowed(one) : one.to.startsWith('@kontor/')),
    )
    expect(show(crossing)).toEqual([])
  })

  test('the contract imports zod alone', () => {
    const foreign = imports.filter(
      ({ from, to, ours }) =>
        from.startsWith('contract/') && !isTest(from) && !ours && !/^zod(\/|$)/.test(to),
    )
    expect(show(foreign)).toEqual([])
  })

  test('an import names a file that exists', () => {
    const missing = own.filter(({ to }) => !files.includes(to) && !to.endsWith('/'))
    const unknown = imports.filter(
      ({ from, to }) => /^(contract|api|web)\/src\//.test(from) && to === computed,
    )
    expect(show([...missing, ...unknown])).toEqual([])
  })

  test('files do not import each other in a circle, types included', () => {
    expect(findCycle(own.filter(({ kind }) => kind !== 'lazy')) ?? []).toEqual([])
  })
})

describe('features', () => {
  test('lib and components import no feature, and nothing that lists the features', () => {
    const shared = own.filter(({ from }) => /^(contract|api|web)\/src\/(lib|components)\//.test(from))
    const allowed = /\/src\/(lib|components)\/|^api\/(src\/(config|context|root)\.ts|test\/)/
    const isText = ({ from, to }: Import) => isTest(from) && to.startsWith('web/src/locales/cnr/')
    expect(show(shared.filter((one) => !allowed.test(one.to) && !isText(one)))).toEqual([])
  })

  test('lib of the web app imports no component', () => {
    const up = own.filter(
      ({ from, to }) => from.startsWith('web/src/lib/') && to.startsWith('web/src/components/'),
    )
    expect(show(up)).toEqual([])
  })

  test('features meet at table.ts and scope.ts in the api, at selects, links and the new conversation in the web app', () => {
    const visits = own.filter(
      ({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to),
    )
    const open = /^api\/.*\/(table|scope)\.ts$|^web\/.*\/(\w+(Select|Link)|NewConversationDialog)\.tsx$/
    expect(show(visits.filter(({ to }) => !open.test(to)))).toEqual([])
  })

  test('what partners call has only the scoped database of the call; scope.ts alone opens the whole one', () => {
    // Signing in comes before any scope.
    const portal = /^api\/src\/features\/(?!session\/)\w+\/portal\/(routes|queries)\.ts$/
    const isScope = (file: string) => isTest(file) || file.endsWith('/scope.ts') || !featureOf(file)
    const scoped = new Set(
      own.flatMap(({ from, names }) => (names.includes('ScopedDb') && !isScope(from) ? [from] : [])),
    )
    expect(scoped.size).toBeGreaterThan(8)
    const whole = new Set(['AppContext', 'Kysely', 'Transaction'])
    const unscoped = imports.filter(
      ({ from, names }) => (portal.test(from) || scoped.has(from)) && names.some((name) => whole.has(name)),
    )
    const opened = own.filter(
      ({ from, names }) => names.includes('unscopedDb') && !from.endsWith('/scope.ts'),
    )
    expect(show([...unscoped, ...opened])).toEqual([])
  })

  test('migrations are numbered without a gap', () => {
    const migrations = files.filter((file) => file.startsWith('api/migrations/'))
    const numbers = migrations.map((file) => Number(file.match(/\/(\d{4})_[a-z0-9_]+\.sql$/)?.[1]))
    expect(numbers).toEqual(migrations.map((_, index) => index + 1))
  })
})

describe('texts', () => {
  /** The files of the web app that these reach, also what they load later. */
  function reached(...entries: string[]) {
    const found = new Set(entries)
    for (const file of found)
      for (const { to, kind } of importsFrom.get(file) ?? []) if (kind !== 'type') found.add(to)
    return [...found].filter((file) => file.startsWith('web/') && files.includes(file))
  }
  const importsFrom = Map.groupBy(own, ({ from }) => from)

  type Tree = { readonly [key: string]: unknown }
  const keysIn = (tree: Tree, above = ''): string[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [above + key] : keysIn(value as Tree, `${above}${key}.`),
    )
  // That every refusal has a text is tested in web/src/app; that the portal loads its refusals, below.
  const isRefusal = (key: string) => /^(error|validation)\./.test(key)
  const all = new Set([...signIn, ...office, ...portal].flatMap((one) => keysIn(one)))

  /** The keys that stand in the code of these files and are in none of the catalogues, and the beginnings of such keys. */
  function unknownKeys(code: string[], catalogues: readonly Tree[], isOther = isRefusal) {
    const keys = catalogues.flatMap((one) => keysIn(one))
    const begins = (known: Iterable<string>, start: string) => [...known].some((key) => key.startsWith(start))
    return code.flatMap((file) => {
      const text = read(file)
      const whole = text.match(/(?<=(['"`]))[a-z]\w*(\.\w+)+(?=\1)/g) ?? []
      const starts = text.match(/(?<=t\(`)[a-z][\w.]*\.\w*(?=\$\{)/g) ?? []
      return [
        ...whole.filter((key) => all.has(key) && !keys.includes(key) && !isOther(key)),
        ...starts.filter((start) => begins(all, start) && !begins(keys, start)),
      ].map((key) => `${file} ${key}`)
    })
  }

  test('the sign-in pages and the partners’ app use only texts that they load', () => {
    const session = 'web/src/features/session'
    const pages = reached(`${session}/LoginPage.tsx`, `${session}/password/NewPasswordPage.tsx`)
    expect(unknownKeys(pages, signIn)).toEqual([])
    expect(unknownKeys(reached('web/src/app/portal.tsx'), [...signIn, ...portal])).toEqual([])
    expect(unknownKeys(reached('web/src/app/office.tsx'), [...signIn, ...office])).toEqual([])
  })

  test('the partners’ app loads the texts of its routes’ errors', () => {
    const ofPortal = /^(api|contract)\/src\/.*(\/portal[./]|\/basket[./]|\/scope\.ts|sliders\/places)/
    const calls = files.filter((file) => ofPortal.test(file) && !file.includes('.test.'))
    expect(calls.length).toBeGreaterThan(20)
    const unknown = unknownKeys(calls, [...signIn, ...portal], (key) => !isRefusal(key))
    expect(unknown).toEqual(['contract/src/sliders/places.ts validation.places']) // of the office's form
  })
})

describe('files', () => {
  test('no file is named utils, helpers, types, index or the like', () => {
    const shapeless =
      /(^|\/)(utils?|helpers?|types?|hooks?|index|common|misc|shared|constants)\.[cm]?[jt]sx?$/i
    expect(files.filter((file) => shapeless.test(file))).toEqual([])
  })

  test('in the api only root.ts uses import.meta.dirname, because the bundle lies elsewhere', () => {
    const sources = files.filter((file) => file.startsWith('api/src/') && !isTest(file))
    const asking = sources.filter((file) =>
      /import\.meta\.(dirname|filename)|\b__(dir|file)name\b/.test(read(file)),
    )
    expect(asking).toEqual(['api/src/root.ts'])
  })

  test('browsers use no schema of a response, which their bundle leaves out', () => {
    const uses = (folder: RegExp, pattern: RegExp) =>
      code.filter((file) => folder.test(file) && !isTest(file) && pattern.test(read(file)))
    const use = /[\w)\]](?<!\bxhr)\??\.response\b|\['response'\]|\{[^{}=]*\bresponse\b[^{}]*\} =/
    expect(uses(/^web\/(src|worker)\//, use)).toEqual([])
    expect(uses(/^contract\/src\//, /(?<!typeof [\w.]+)\.response\??\.|z\.\w+\(response\b/)).toEqual([])
  })

  test('what is exported is used by another file', () => {
    const users = [
      ...code,
      ...files.filter((file) => /^([\w.-]+|scripts\/.*|web\/vite\.config)\.ts$/.test(file)),
    ]
    const uses = Map.groupBy(
      users.flatMap((file) => importsOf(file)).filter(({ ours }) => ours),
      ({ to }) => to,
    )
    // Generic types are exported for the callers that name them.
    const known = ['web/src/components/chat/conversation.ts ChatCalls']
    const unused = users.flatMap((file) => {
      const used = (uses.get(file) ?? []).flatMap(({ names }) => names)
      if (file.endsWith('config.ts') || used.includes('*')) return []
      return exportsOf(file).flatMap((name) => (used.includes(name) ? [] : `${file} ${name}`))
    })
    expect(unused.filter((one) => !known.includes(one))).toEqual([])
  })

  test('a check of the compiler or the linter is silenced in shared code alone', () => {
    const silenced = new RegExp(
      ['as any\\b', ': any\\b', '<any>', '@ts-', 'biome-ignore', 'lint-disable'].join('|'),
    )
    const features = code.filter((file) => !/\/src\/(lib|components)\//.test(file) && !isTest(file))
    expect(features.filter((file) => silenced.test(read(file)))).toEqual([])
  })

  test('no file names a machine or a package registry', () => {
    const texts = files.filter((file) => !/\.(png|jpe?g|ico|ttf|woff2?|xlsx?|pdf|zip)$/.test(file))
    const machine = /(^|[\s"'`(=:])\/(work|root|home\/\w+|Users\/\w+)\//m
    const registry = /registry\.[a-z0-9-]+\.[a-z]+|https?:\/\/[^\s"']*(npmjs|artifactory|nexus|pkgs)[^\s"']*/
    expect(texts.filter((file) => machine.test(read(file)) || registry.test(read(file)))).toEqual([])
    expect(read('package-lock.json').match(/"resolved": "\w+:.*/g)).toBeNull()
  })
})

test('a component uses only classes that its css module has', () => {
  const missing = code.flatMap((file) => {
    const css = read(file).match(/import classes from '([^']+\.module\.css)'/)?.[1]
    if (!css) return []
    const defined = read(join(dirname(file), css)).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const used = [...read(file).matchAll(/\bclasses\.(\w+)/g)].map(([, name = '']) => name)
    return [...new Set(used)]
      .filter((name) => !new RegExp(`\\.${name}\\b`).test(defined))
      .map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})
