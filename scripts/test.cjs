// `npm test`: the checks, then every test there is. The last line counts them: 'N passed, N failed'.
// With arguments it is Vitest with those arguments and nothing else: `npm test -- --project unit fold`.
const { spawn } = require('child_process')
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('fs')
const { tmpdir } = require('os')
const path = require('path')
const { whyNoBrowser } = require('./browser.cjs')
const { check, checks } = require('./check.cjs')
const { whyNoPostgres } = require('./postgres.cjs')
const { root, say, setup } = require('./setup.cjs')

// Apart, so that a machine without a browser or a database server still shows what all the other tests say.
const runs = [
  { title: 'Unit tests, and the API on the embedded database', projects: ['unit', 'api-embedded'] },
  { title: 'The API on PostgreSQL', projects: ['api-postgres'], whyNot: whyNoPostgres },
  { title: 'Journeys in a browser', projects: ['e2e'], whyNot: whyNoBrowser },
]

async function testAll(node) {
  const checked = await check(node, checks)
  const files = []
  const left = []
  for (const run of runs) {
    const why = run.whyNot && run.whyNot()
    say('\n' + run.title + (why ? ': not run. ' + why : ' …'))
    if (why) left.push(run.title + ': ' + why)
    else files.push.apply(files, await countTests(node, run.projects))
  }
  saySlowest(files)
  sayAgain(files)
  if (left.length) say('\nNot run, which counts as failed:\n  ' + left.join('\n  '))
  checked.failed += left.length
  const sum = (key) => files.reduce((total, file) => total + file[key], checked[key])
  say('\n' + sum('passed') + ' passed, ' + sum('failed') + ' failed')
  return sum('failed') ? 1 : 0
}

/** Runs some projects of the tests; resolves to their files, each with what passed, what failed and its milliseconds. */
async function countTests(node, projects) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kontor-count-'))
  const file = path.join(folder, 'count.json')
  const args = ['--reporter=default', '--reporter=./scripts/count.reporter.mjs']
  for (const project of projects) args.push('--project', project)
  const code = await vitest(node, args, { KONTOR_TEST_COUNT: file })
  const files = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  rmSync(folder, { recursive: true, force: true })
  // What failed outside of any test counts as one.
  if (code !== 0 && files.every((one) => one.failed === 0)) {
    files.push({ name: projects.join(', '), ms: 0, again: [], passed: 0, failed: 1 })
  }
  return files
}

function saySlowest(files) {
  say('\nThe ten slowest files, in seconds:')
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, 10)
  for (const file of slowest) say((file.ms / 1000).toFixed(1).padStart(7) + '  ' + file.name)
}

/** Journeys that passed at the second try alone: each waits for something that is not there yet, and is to be mended. */
function sayAgain(files) {
  const lines = []
  for (const file of files) for (const test of file.again) lines.push(file.name + ': ' + test)
  if (lines.length) say('\nRed at the first try, and to be mended:\n  ' + lines.join('\n  '))
}

function vitest(node, args, env) {
  const program = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  return new Promise((resolve) => {
    const child = spawn(node, [program, 'run'].concat(args), {
      cwd: root,
      stdio: 'inherit',
      env: Object.assign({}, process.env, env),
    })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code === null ? 1 : code))
  })
}

const node = setup()
const args = process.argv.slice(2)
const done = args.length ? vitest(node, args) : testAll(node)
done.then((code) => process.exit(code))
