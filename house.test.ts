// The house rules that a script can judge (docs/architecture.md says them in words). Every test lists what breaks
// its rule, so an empty list is a house in order.
import { describe, expect, test } from 'vitest'
import { exportsOf, functionsOf, stringsOf, tablesOf } from './scripts/shape.ts'
import { computed, findCycle, type Import, importsOf, projectFiles, read } from './scripts/source.ts'

const files = projectFiles()
const code = files.filter((file) => /^(contract|api|web|e2e|bench)\/.*\.tsx?$/.test(file))
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('api/test/')
const imports = code.flatMap((file) => importsOf(file))
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'))
const show = (list: Import[]) => list.map((one) => `${one.from} → ${one.to}`)

/** The feature a file lives in: `products` for api/src/features/products/table.ts; sub-features belong to theirs. */
const featureOf = (file: string) => file.match(/^(?:api|web)\/src\/features\/([^/]+)\//)?.[1]
const features = (floor: string) =>
  new Set(files.filter((file) => file.startsWith(`${floor}/`)).flatMap((file) => featureOf(file) ?? []))

describe('vocabulary', () => {
  const words = [
    /^contract\/src\/((kit\/)?[a-z]\w*\/)?[a-z][\w-]*(\.test)?\.ts$/,
    /^api\/src\/(app|server|config|features|resources)(\.db)?(\.test)?\.ts$/,
    /^api\/src\/tools\/[a-z][\w-]*(\.db)?(\.test)?\.ts$/,
    /^api\/src\/(kit\/[a-z][\w-]*|demo)\/[a-z][\w-]*(\.db)?(\.test)?\.(ts|ttf|sql|json)$/,
    /^api\/src\/features\/[a-z]\w*\/([a-z]\w*\/)?((table|scope|queries|routes|rules|sheet|legacy|jobs)(\.test)?|\w+(\.\w+)?\.test)\.ts$/,
    /^web\/src\/((main|deeds|features|finders|mentions|menu|pickers|portal|portalScreens|resourcePages|screenIcons|tools)\.(tsx?|css)|texts\.test\.ts)$/,
    /^web\/src\/kit\/[a-z][\w-]*\/([A-Z]\w*|[a-z][\w-]*)(\.test)?(\.module)?\.(ts|tsx|css|json)$/,
    /^web\/src\/features\/[a-z]\w*\/([a-z]\w*\/)?(texts|cnr|en)\.ts$/,
    /^web\/src\/features\/[a-z]\w*\/([a-z]\w*\/)?[A-Z]\w*(\.tsx|\.module\.css)$/,
    /^web\/src\/features\/[a-z]\w*\/[a-z]\w*\/[a-z]\w*(\.test)?\.ts$/,
  ]

  test('the floors know no other file names', () => {
    const onFloors = files.filter((file) => /^(contract|api|web)\/src\//.test(file))
    expect(onFloors.filter((file) => !words.some((word) => word.test(file)))).toEqual([])
  })

  test('no file is called by what it is made of', () => {
    const shapeless =
      /(^|\/)(utils?|helpers?|types?|hooks?|index|common|misc|shared|constants)\.[cm]?[jt]sx?$/i
    expect(files.filter((file) => shapeless.test(file))).toEqual([])
  })

  test('migrations are numbered without a gap', () => {
    const numbers = files.flatMap(
      (file) => file.match(/^api\/migrations\/(\d{4})_[a-z0-9_]+\.sql$/)?.[1] ?? [],
    )
    expect(files.filter((file) => file.startsWith('api/migrations/'))).toHaveLength(numbers.length)
    expect(numbers.map(Number)).toEqual(numbers.map((_, position) => position + 1))
  })
})

describe('floors', () => {
  const floor = (file: string) => file.match(/^(contract|api|web)\//)?.[1]

  test('web and api meet in the contract alone', () => {
    const allowed = (one: Import) => floor(one.to) === floor(one.from) || floor(one.to) === 'contract'
    const reaching = imports.filter(
      (one) => floor(one.from) && (one.ours ? !allowed(one) : one.to.startsWith('@kontor/')),
    )
    expect(show(reaching)).toEqual([])
  })

  test('the contract imports zod alone', () => {
    const foreign = imports.filter(
      (one) => one.from.startsWith('contract/') && !isTest(one.from) && !one.ours,
    )
    expect(show(foreign.filter((one) => !/^zod(\/|$)/.test(one.to)))).toEqual([])
  })

  test('an import says what it imports', () => {
    const onFloors = imports.filter((one) => /^(contract|api|web)\/src\//.test(one.from))
    expect(show(onFloors.filter((one) => one.to === computed))).toEqual([])
  })

  test('what is imported is there', () => {
    const missing = imports.filter((one) => one.ours && !files.includes(one.to) && !one.to.endsWith('/'))
    expect(show(missing)).toEqual([])
  })

  test('modules do not import each other in a circle', () => {
    expect(findCycle(imports.filter((one) => one.ours && one.kind === 'value')) ?? []).toEqual([])
  })
})

describe('features', () => {
  // A resource is named by its contract file; what it has beside that lies in a folder of its name. A plain one is a
  // declaration, and needs no features. Two files are about all of them: which plain ones there are, and which rights.
  const aboutAll = new Set(['resources', 'rights'])
  const contracts = new Set(
    files.flatMap((file) => file.match(/^contract\/src\/(\w+)\.ts$/)?.[1] ?? []),
  ).difference(aboutAll)
  const plain = new Set(
    files.flatMap((file) => file.match(/^contract\/src\/resources\/(\w+)\.ts$/)?.[1] ?? []),
  )

  test('every api feature has its contract, every contract its feature', () => {
    expect([...features('api').difference(contracts.union(plain))]).toEqual([])
    expect([...contracts.difference(features('api'))]).toEqual([])
  })

  test('every web feature has its contract, every contract its screens', () => {
    expect([...features('web').difference(contracts.union(plain))]).toEqual([])
    expect([...contracts.difference(features('web'))]).toEqual([])
  })

  test('what partners call has a contract of its own and a sub-feature `portal`, and the two line up', () => {
    const named = (pattern: RegExp) => new Set(files.flatMap((file) => file.match(pattern)?.[1] ?? []))
    const contracts = named(/^contract\/src\/(\w+)\/portal\.ts$/)
    const routes = named(/^api\/src\/features\/(\w+)\/portal\/routes\.ts$/)
    expect([...contracts.symmetricDifference(routes)]).toEqual([])
  })

  test('a kit imports no feature and nothing that knows the features', () => {
    const kit = imports.filter((one) => /^(contract|api|web)\/src\/kit\//.test(one.from) && one.ours)
    const outside = kit.filter((one) => !/\/src\/kit\/|^api\/(src\/config\.ts|test\/)/.test(one.to))
    expect(show(outside)).toEqual([])
  })

  test('features meet only at their doors', () => {
    const visits = imports.filter(
      (one) => featureOf(one.from) && featureOf(one.to) && featureOf(one.from) !== featureOf(one.to),
    )
    const doors = /^api\/.*\/(table|scope)\.ts$|^web\/.*\/(\w+(Select|Link)\.tsx|texts\.ts)$/
    expect(show(visits.filter((one) => !doors.test(one.to)))).toEqual([])
  })
})

describe('what partners may see', () => {
  test('the whole database behind a partner’s call is for a scope.ts alone', () => {
    const opened = imports.filter((one) => one.names.includes('behind') && one.to.endsWith('/scoped.ts'))
    expect(show(opened.filter((one) => !one.from.endsWith('/scope.ts')))).toEqual([])
  })

  test('the partners’ side of a feature has no database but the scoped one of each call', () => {
    // Signing in comes before any scope.
    const sides = files.filter((file) =>
      /^api\/src\/features\/(?!session\/)\w+\/portal\/(routes|queries)\.ts$/.test(file),
    )
    const whole = sides.filter((file) =>
      importsOf(file).some((one) =>
        one.names.some((name) => ['Kontor', 'Kysely', 'Transaction'].includes(name)),
      ),
    )
    expect(whole).toEqual([])
  })
})

// What breaks a rule today. These lists may only become shorter, and go when they are empty.
const still = {
  naming: [
    'api/src/kit/backup/backup.ts', // tables that stay behind
    'api/src/kit/events/events.ts', // `sessions` is what PostgreSQL is told when some may have ended
    'api/src/kit/events/listen.ts',
    'contract/src/kit/api/errors.ts', // every refusal that the API knows, also those of features
    'web/src/kit/net/statusTexts.ts',
  ],
  unused: ['web/src/kit/chat/conversation.ts ChatCalls'],
}
const beyond = (found: string[], known: string[]) => found.filter((one) => !known.includes(one))

/** The opening comment of a file. */
const openingOf = (file: string) =>
  read(file)
    .match(/^(\/\/ .*\n)+/)?.[0]
    .replaceAll(/\n\/\/ |\n/g, ' ') ?? ''

describe('kits', () => {
  /** The doors of a drawer: files that open with `// drawer: what it is for`. */
  const doorsOf = (drawer: string) =>
    source.filter(
      (file) => folderOf(file) === drawer && openingOf(file).startsWith(`// ${drawer.split('/').at(-1)}: `),
    )
  /** The files that a door says its drawer is also entered at. */
  const namedBy = (door: string) =>
    [...openingOf(door).matchAll(/[\w-]+\.tsx?\b/g)].map(([name]) => `${folderOf(door)}/${name}`)
  const kit = files.filter((file) => /^(contract|api|web)\/src\/kit\//.test(file))
  const isTexts = (file: string) => /\/(texts|cnr|en)\.ts$/.test(file)
  const source = kit.filter((file) => /\.tsx?$/.test(file) && !isTest(file) && !isTexts(file))

  test('a kit is made of drawers: no file lies loose in it, no drawer in another', () => {
    expect(kit.filter((file) => !/\/src\/kit\/[\w-]+\/[^/]+$/.test(file))).toEqual([])
  })

  test('a drawer holds at most 12 files of source, and its texts', () => {
    const big = [...Map.groupBy(source, folderOf)].filter(([, inside]) => inside.length > 12)
    expect(big.map(([drawer]) => drawer)).toEqual([])
  })

  test('every drawer has one door, which says in its first lines what the drawer is for', () => {
    const drawers = Map.groupBy(source, folderOf)
    const wrong = [...drawers].filter(([drawer]) => doorsOf(drawer).length !== 1)
    expect(wrong.map(([drawer]) => `${drawer}: ${doorsOf(drawer).join(', ') || 'no door'}`)).toEqual([])
  })

  test('a drawer is entered by its door and the files that its door names, and the door names no others', () => {
    const entered = Map.groupBy(
      imports.filter(({ from, to, ours }) => ours && !isTest(from) && folderOf(from) !== folderOf(to)),
      ({ to }) => folderOf(to),
    )
    const wrong = [...new Set(source.map(folderOf))].flatMap((drawer) => {
      const used = new Set((entered.get(drawer) ?? []).flatMap(({ to }) => (source.includes(to) ? to : [])))
      const named = new Set(doorsOf(drawer).flatMap((door) => [door, ...namedBy(door)]))
      const missing = [...used.difference(named)].map((file) => `${file} is entered and not named`)
      return [...missing, ...[...named.difference(used)].map((file) => `${file} is named and not entered`)]
    })
    expect(wrong).toEqual([])
  })

  test('a kit names no table of a feature, and no feature', () => {
    const tables = files.filter((file) => /^api\/src\/features\/.*\/table\.ts$/.test(file)).flatMap(tablesOf)
    // Of the features' names only those that are no common words: a kit may have messages and a session.
    const words = new Set(tables)
      .add('customerSupport')
      .add('signedInPartners')
      .difference(new Set(['messages']))
    const names = [...words].join('|')
    const naming = new RegExp(
      `^(${names})([. ]|$)|^features\\.(${names})|^/(api/)?(${names})\\b|\\b(from|join|into|update)\\s+(${tables.join('|')})\\b`,
      'i',
    )
    const found = source.filter((file) => stringsOf(file).some((text) => naming.test(text)))
    expect(beyond(found, still.naming)).toEqual([])
  })
})

describe('shape', () => {
  test('no file is longer than 300 lines', () => {
    const prose = /\.(test|e2e)\.tsx?$|\/(cnr|en)\.ts$|\/demo\//
    const long = files.filter((file) => /\.(tsx?|cjs|mjs|css)$/.test(file) && !prose.test(file))
    expect(long.filter((file) => read(file).split('\n').length > 301)).toEqual([])
  })

  test('no function is longer than 80 lines', () => {
    const long = code.flatMap((file) =>
      functionsOf(file)
        .filter(({ lines }) => lines > 80)
        .map(({ name }) => `${file} ${name}`),
    )
    expect(long).toEqual([])
  })

  test('what is exported is used by another file, or by a test of the same kit or feature', () => {
    const users = [
      ...code,
      ...files.filter((file) => /^([\w.-]+|scripts\/.*|web\/vite\.config)\.ts$/.test(file)),
    ]
    const uses = Map.groupBy(
      users.flatMap((file) => importsOf(file)).filter((one) => one.ours),
      (one) => one.to,
    )
    // A test beside the code justifies an export: a kit's test one of a kit, a feature's one of that feature.
    const sides = (file: string) => featureOf(file) ?? (file.includes('/src/kit/') ? 'kit' : 'test')
    const near = (one: Import) =>
      !/\/src\/.*\.test\.tsx?$/.test(one.from) || ['test', sides(one.from)].includes(sides(one.to))
    const unused = users.flatMap((file) => {
      const taken = (uses.get(file) ?? []).filter(near).flatMap((one) => one.names)
      const free = file.endsWith('config.ts') || taken.includes('*')
      return free ? [] : exportsOf(file).flatMap((name) => (taken.includes(name) ? [] : `${file} ${name}`))
    })
    expect(beyond(unused, still.unused)).toEqual([])
  })

  test('text is normalised through one door, which is never slow', () => {
    const around = code.filter((file) => !isTest(file) && /\.normalize\(/.test(read(file)))
    expect(around).toEqual(['contract/src/kit/text/normalize.ts'])
  })

  test('a test is named by a sentence, not by the number of something elsewhere', () => {
    const numbered = /\b(test|describe)\b[^'"`\n]*\(\s*['"`][A-Z]\d{1,2} /
    expect(code.filter((file) => isTest(file) && numbered.test(read(file)))).toEqual([])
  })

  test('a check is silenced in a kit alone', () => {
    const silenced = new RegExp(
      ['as any\\b', ': any\\b', '<any>', '@ts-', 'biome-ignore', 'lint-disable'].join('|'),
    )
    const outsideKit = code.filter((file) => !file.includes('/kit/') && !isTest(file))
    expect(outsideKit.filter((file) => silenced.test(read(file)))).toEqual([])
  })
})

describe('what is published', () => {
  const texts = files.filter((file) => !/\.(png|jpe?g|ico|ttf|woff2?|xlsx?|pdf|zip)$/.test(file))

  test('names no machine and no package registry', () => {
    const machine = /(^|[\s"'`(=:])\/(work|root|home\/\w+|Users\/\w+)\//m
    const registry = /registry\.[a-z0-9-]+\.[a-z]+|https?:\/\/[^\s"']*(npmjs|artifactory|nexus|pkgs)[^\s"']*/
    expect(texts.filter((file) => machine.test(read(file)) || registry.test(read(file)))).toEqual([])
  })

  test('the lock file holds no download addresses', () => {
    expect(read('package-lock.json').match(/"resolved": "\w+:.*/g)).toBeNull()
  })
})
