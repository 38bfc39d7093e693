import { existsSync, statfsSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'

// A test that needs a database lives in api/src/features or api/test, or is called *.db.test.ts. It runs once on
// each engine. `rules.ts` is pure by definition, so its tests need none.
const pureTests = ['api/src/features/**/rules.test.ts']
const databaseTests = ['api/src/features/**/*.test.ts', 'api/test/**/*.test.ts', 'api/**/*.db.test.ts']

// What the thread that serves everybody spends on a call is the same on either engine.
const withoutEngine = ['api/test/hostile.test.ts']

// Every test file has a database of its own, which would ask a disk to flush every commit: where there is room, they
// are kept in memory. Set before anything starts, so that every process of the tests hears it.
if (!process.env.TMPDIR && hasRoom('/dev/shm')) process.env.TMPDIR = '/dev/shm'

function hasRoom(folder: string) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 1024 ** 3
}

function onEngine(engine: 'embedded' | 'postgres') {
  return {
    name: `api-${engine}`,
    include: databaseTests,
    exclude: [...configDefaults.exclude, ...pureTests, ...(engine === 'embedded' ? withoutEngine : [])],
    env: { KONTOR_TEST_ENGINE: engine },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  }
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 30_000, // as below: a busy machine is slow, and nothing here waits for a clock
          include: ['*.test.ts', '{contract,api,web}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'api/src/features/**/!(rules).test.ts', 'api/**/*.db.test.ts'],
        },
      },
      { test: onEngine('embedded') },
      { test: { ...onEngine('postgres'), globalSetup: 'scripts/postgres.setup.mjs' } },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: 'scripts/browser.setup.mjs',
          isolate: false, // a worker's files share a browser
          testTimeout: 120_000, // a busy machine is slow, and no journey measures time
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } }, // a busy machine may need longer than the usual second
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
