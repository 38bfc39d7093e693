// `npm test`: the checks, then every test there is. The last line counts them: 'N passed, N failed'.
// With arguments it is Vitest with those arguments and nothing else: `npm test -- --project unit fold`.
const { spawn } = require('child_process')
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('fs')
const { tmpdir } = require('os')
const path = require('path')
const { whyNoBrowser } = require('./browser.cjs')
const { check, checks } = require('./check.cjs')
const { root, say, setup } = require('./setup.cjs')

// Apart, so that a machine without a browser still shows what all the other tests say.
const runs = [
  { title: 'Unit tests', projects: ['unit', 'unit-alone'] },
  { title: 'The API', projects: ['api', 'api-alone'] },
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
  sayRed(files)
  if (left.length) say('\nNot run, which counts as failed:\n  ' + left.join('\n  '))
  checked.failed += left.length
  const passed = files.reduce((total, file) => total + file.passed, checked.passed)
  const failed = files.reduce((total, file) => total + file.red.length, checked.failed)
  say('\n' + passed + ' passed, ' + failed + ' failed')
  return failed ? 1 : 0
}

/**
 * Runs some projects of the tests; resolves to their files, each with what passed, what is red and its milliseconds. Where
 * nobody watches, files that are red are run once more by themselves, on servers and databases of their own: a machine
 * that was too busy for a browser is told from a fault, and what was red is named at the end all the same.
 */
async function countTests(node, projects) {
  const first = await runOnce(node, projects, [])
  const red = first.filter((file) => file.red.length > 0)
  if (!process.env.CI || red.length === 0 || red.length > 10) return first
  say('\nOnce more, each by itself: ' + red.map((file) => file.file).join(', ') + ' …')
  const again = await runOnce(node, projects, red)
  for (const file of again) {
    const { red: before } = red.find((one) => isSame(one, file)) || { red: [] }
    file.before = before.filter((test) => !file.red.includes(test))
  }
  return first.filter((file) => !again.some((one) => isSame(one, file))).concat(again)
}

const isSame = (one, other) => one.file === other.file && one.project === other.project

async function runOnce(node, projects, only) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kontor-count-'))
  const file = path.join(folder, 'count.json')
  const args = ['--reporter=default', '--reporter=./scripts/count.reporter.mjs']
  const chosen = only.length > 0 ? only.map((one) => one.project) : projects
  for (const project of new Set(chosen)) args.push('--project', project)
  if (only.length > 0) args.push('--maxWorkers=1')
  const names = only.map((one) => one.file)
  const code = await vitest(node, args.concat(names), { KONTOR_TEST_COUNT: file })
  const files = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  rmSync(folder, { recursive: true, force: true })
  // What failed outside of any test counts as one.
  if (code !== 0 && files.every((one) => one.red.length === 0)) {
    files.push({ file: '(no file)', project: projects.join(', '), ms: 0, passed: 0, red: ['(the run)'] })
  }
  return files
}

function saySlowest(files) {
  say('\nThe ten slowest files, in seconds:')
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, 10)
  for (const file of slowest) say((file.ms / 1000).toFixed(1).padStart(7) + '  ' + nameOf(file))
}

/** Names what is red, and what was so at the first try: that waits for something which is not there yet. */
function sayRed(files) {
  const named = (key) =>
    files.flatMap((file) => (file[key] || []).map((test) => '  ' + nameOf(file) + ': ' + test))
  const [red, before] = [named('red'), named('before')]
  if (before.length) say('\nRed at the first try, and to be mended:\n' + before.join('\n'))
  if (red.length) say('\nFailed:\n' + red.join('\n'))
}

const nameOf = (file) => file.file + ' (' + file.project + ')'

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
