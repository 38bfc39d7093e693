import { existsSync, statfsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// A test that needs a database lives in api/src/features or api/test, or is called *.db.test.ts. `rules.ts` is pure by
// definition, so its tests need none.
const pureTests = ['api/src/features/**/rules.test.ts']
const databaseTests = ['api/src/features/**/*.test.ts', 'api/test/**/*.test.ts', 'api/**/*.db.test.ts']

// Files share the modules of their process: to load and compile these took most of a file's time. What these files do,
// they do to a whole process: they mock modules, stub what modules read as they load, or measure a thread.
const unitAlone = [
  'api/src/lib/storage/storage.test.ts',
  'web/src/{app/features,components/{chat/conversation,data-table/inline-edit/RowSaves,ordering/basket,command-palette/recents,uploads/transfers},lib/{api/queries,api/statusTexts,i18n/language,session/session}}.test.ts',
  'web/src/components/data-table/inline-edit/useNumberEdit.test.tsx',
  'web/src/components/resource/DayInput.test.tsx',
  'web/src/features/partners/page/Activity.test.tsx',
  'web/worker/sw.test.ts',
  'web/src/features/campaigns/stepper/draftStorage.test.ts',
  'web/src/components/import-wizard/questions/remembered.test.ts',
]
const apiAlone = [
  'api/src/features/session/signin.test.ts', // counts the hashes
  'api/src/features/technicalSupport/files/{downloads.s3,uploads}.test.ts', // another storage; a disk that fails
  'api/test/{imports,resources}.test.ts', // resources that only the tests know
  'api/test/built.test.ts', // builds the API
  'api/test/replica.test.ts', // servers of its own
  'api/test/hostile.test.ts', // measures the thread
]

// Small files that take long. Vitest begins with the largest files; one of these at the end would keep a single worker.
const long = ['layout-shift.e2e.ts', 'hostile.test.ts']

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => long.includes(basename(moduleId))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// Databases and files of tests are kept in memory where there is room. Set before anything starts, for all processes.
if (!process.env.TMPDIR && hasRoom('/dev/shm')) process.env.TMPDIR = '/dev/shm'

// Servers and tools that tests start need not compile what those before them have compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/kontor')

function hasRoom(folder: string) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 1024 ** 3
}

const poll = { timeout: 60_000 } // as below
const unit = {
  expect: { poll },
  testTimeout: 300_000, // as below: a busy machine is slow, and nothing here waits for a clock
  exclude: [...configDefaults.exclude, 'api/src/features/**/!(rules).test.ts', 'api/**/*.db.test.ts'],
}
const api = {
  expect: { poll },
  exclude: [...configDefaults.exclude, ...pureTests],
  globalSetup: 'scripts/postgres.setup.mjs',
  testTimeout: 600_000,
  hookTimeout: 300_000,
}

export default defineConfig({
  test: {
    maxWorkers: 3, // for two processors: a worker also waits for servers, databases and pages
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          isolate: false,
          include: ['*.test.ts', '{contract,api,web}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...unit.exclude, ...unitAlone],
        },
      },
      { test: { ...unit, name: 'unit-alone', include: unitAlone } },
      {
        test: {
          ...api,
          name: 'api',
          isolate: false,
          include: databaseTests,
          exclude: [...api.exclude, ...apiAlone],
        },
      },
      { test: { ...api, name: 'api-alone', include: apiAlone } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: 'scripts/browser.setup.mjs',
          isolate: false, // a worker's files share a browser
          testTimeout: 900_000, // a busy machine is slow, and no journey measures time
          hookTimeout: 300_000,
          expect: { poll: { timeout: 90_000 } }, // a busy machine may need longer than the usual second
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
