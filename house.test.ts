// The house rules that a script can judge (docs/architecture.md says them in words). Every test lists what breaks
// its rule, so an empty list is a house in order.
import { describe, expect, test } from 'vitest'
import { computed, findCycle, type Import, importsOf, projectFiles, read } from './scripts/source.ts'

const files = projectFiles()
const code = files.filter((file) => /^(contract|api|web|e2e|bench)\/.*\.tsx?$/.test(file))
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('api/test/')
const imports = code.flatMap((file) => importsOf(file))
const show = (list: Import[]) => list.map((one) => `${one.from} → ${one.to}`)

/** The room a file lives in: `products` for api/src/features/products/table.ts; sub-rooms belong to their room. */
const roomOf = (file: string) => file.match(/^(?:api|web)\/src\/features\/([^/]+)\//)?.[1]
const rooms = (floor: string) =>
  new Set(files.filter((file) => file.startsWith(`${floor}/`)).flatMap((file) => roomOf(file) ?? []))

describe('vocabulary', () => {
  const words = [
    /^contract\/src\/((kit\/)?[a-z]\w*\/)?[a-z][\w-]*(\.test)?\.ts$/,
    /^api\/src\/(app|server|start|config|features)(\.db)?(\.test)?\.ts$/,
    /^api\/src\/tools\/[a-z][\w-]*(\.db)?(\.test)?\.ts$/,
    /^api\/src\/(kit\/[a-z][\w-]*|demo)\/[a-z][\w-]*(\.db)?(\.test)?\.(ts|ttf|sql|json)$/,
    /^api\/src\/features\/[a-z]\w*\/([a-z]\w*\/)?((table|queries|routes|rules|sheet|legacy)(\.test)?|\w+(\.\w+)?\.test)\.ts$/,
    /^web\/src\/(main|features|portal|portalScreens)\.(tsx|css)$/,
    /^web\/src\/kit\/[a-z][\w-]*\/([A-Z]\w*|[a-z][\w-]*)(\.test)?(\.module)?\.(ts|tsx|css|json)$/,
    /^web\/src\/i18n\/[a-z]\w*(\.test)?\.tsx?$/,
    /^web\/src\/features\/[a-z]\w*\/([a-z]\w*\/)?[A-Z]\w*(\.tsx|\.module\.css)$/,
    /^web\/src\/features\/[a-z]\w*\/portal\/[a-z]\w*(\.test)?\.ts$/,
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

describe('rooms', () => {
  // A resource is named by its contract file; what it has beside that lies in a folder of its name. Two files are about
  // all of them: which plain ones there are, and which rights.
  const aboutAll = new Set(['resources', 'rights'])
  const contracts = new Set(
    files.flatMap((file) => file.match(/^contract\/src\/(\w+)\.ts$/)?.[1] ?? []),
  ).difference(aboutAll)

  test('every api room has its contract, every contract its room', () => {
    expect([...rooms('api').difference(contracts)]).toEqual([])
    expect([...contracts.difference(rooms('api'))]).toEqual([])
  })

  test('every web room has its contract, every contract its screens', () => {
    expect([...rooms('web').difference(contracts)]).toEqual([])
    expect([...contracts.difference(rooms('web'))]).toEqual([])
  })

  test('what partners call has a contract of its own and a sub-room `portal`, and the two line up', () => {
    const named = (pattern: RegExp) => new Set(files.flatMap((file) => file.match(pattern)?.[1] ?? []))
    const contracts = named(/^contract\/src\/(\w+)\/portal\.ts$/)
    const routes = named(/^api\/src\/features\/(\w+)\/portal\/routes\.ts$/)
    expect([...contracts.symmetricDifference(routes)]).toEqual([])
  })

  test('a kit imports no room and nothing that knows the rooms', () => {
    const kit = imports.filter((one) => /^(contract|api|web)\/src\/kit\//.test(one.from) && one.ours)
    const outside = kit.filter((one) => !/\/src\/(kit|i18n)\/|^api\/(src\/config\.ts|test\/)/.test(one.to))
    expect(show(outside)).toEqual([])
  })

  test('rooms meet only at their doors', () => {
    const visits = imports.filter(
      (one) => roomOf(one.from) && roomOf(one.to) && roomOf(one.from) !== roomOf(one.to),
    )
    const doors = /^api\/.*\/table\.ts$|^web\/.*\/\w+Select\.tsx$/
    expect(show(visits.filter((one) => !doors.test(one.to)))).toEqual([])
  })
})

describe('shape', () => {
  test('no file is longer than 220 lines', () => {
    const prose = /\.(test|e2e)\.tsx?$|\/(i18n|demo)\//
    const long = files.filter((file) => /\.(tsx?|cjs|mjs|css)$/.test(file) && !prose.test(file))
    expect(long.filter((file) => read(file).split('\n').length > 221)).toEqual([])
  })

  test('text is normalised through one door, which is never slow', () => {
    const around = code.filter((file) => !isTest(file) && /\.normalize\(/.test(read(file)))
    expect(around).toEqual(['contract/src/kit/text/normalize.ts'])
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
