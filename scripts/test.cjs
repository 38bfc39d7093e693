// `npm test`: the checks, then all tests. The last line counts them: 'N passed, N failed'.
// With arguments it runs only Vitest with these arguments: `npm test -- --project unit fold`.
const { spawn } = require('child_process')
const { existsSync, mkdtempSync, readFileSync } = require('fs')
const { tmpdir } = require('os')
const path = require('path')
const { whyNoBrowser } = require('./browser.cjs')
const { check, checks } = require('./check.cjs')
const { remove, root, say, setup } = require('./setup.cjs')

// A separate run, so that other tests run on a machine without a browser.
const runs = [
  { title: 'Unit tests', projects: ['unit', 'unit-alone'] },
  { title: 'The API', projects: ['api', 'api-alone'] },
  { title: 'Journeys in a browser', projects: ['e2e'], whyNot: whyNoBrowser },
]

async function testAll(node) {
  const parts = []
  const checked = await timed(parts, 'Checks', () => check(node, checks))
  const files = []
  const left = []
  for (const run of runs) {
    const why = run.whyNot && run.whyNot()
    say('\n' + run.title + (why ? ': not run. ' + why : ' …'))
    if (why) left.push(run.title + ': ' + why)
    else files.push.apply(files, await timed(parts, run.title, () => countTests(node, run.projects)))
  }
  saySlowest(files)
  sayRed(files)
  sayParts(parts)
  if (left.length) say('\nNot run, which counts as failed:\n  ' + left.join('\n  '))
  checked.failed += left.length
  const passed = files.reduce((total, file) => total + file.passed, checked.passed)
  const failed = files.reduce((total, file) => total + file.red.length, checked.failed)
  say('\n' + passed + ' passed, ' + failed + ' failed')
  return failed ? 1 : 0
}

/** Runs a part, and records its elapsed seconds and CPU seconds. */
async function timed(parts, title, work) {
  const start = Date.now()
  const used = processorSeconds()
  const result = await work()
  parts.push({ title, wall: (Date.now() - start) / 1000, cpu: processorSeconds() - used })
  return result
}

/** CPU seconds of this process and its ended children; NaN where the system does not report it. */
function processorSeconds() {
  if (!existsSync('/proc/self/stat')) return Number.NaN
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
  return ticks / 100
}

function sayParts(parts) {
  const all = { title: 'All', wall: 0, cpu: 0 }
  for (const part of parts) {
    all.wall += part.wall
    all.cpu += part.cpu
  }
  say('\nSeconds of the clock, and of processors:')
  for (const { title, wall, cpu } of parts.concat(all))
    say(wall.toFixed(0).padStart(7) + (Number.isNaN(cpu) ? '' : cpu.toFixed(0).padStart(7)) + '  ' + title)
}

/**
 * Runs some projects of the tests; resolves to their files, each with passed and failed tests and its duration in ms.
 */
async function countTests(node, projects) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kontor-count-'))
  const file = path.join(folder, 'count.json')
  const args = ['--reporter=default', '--reporter=./scripts/count.reporter.mjs']
  for (const project of projects) args.push('--project', project)
  const code = await vitest(node, args, { KONTOR_TEST_COUNT: file })
  const files = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  remove(folder)
  // A failure outside of any test counts as one.
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

function sayRed(files) {
  const red = files.flatMap((file) => file.red.map((test) => '  ' + nameOf(file) + ': ' + test))
  if (red.length) say('\nFailed:\n' + red.join('\n'))
}

const nameOf = (file) => file.file + ' (' + file.project + ')'

/** Runs Vitest. A part of the tests that hangs is ended, and the other parts still run. */
function vitest(node, args, env) {
  const program = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  return new Promise((resolve) => {
    const child = spawn(node, [program, 'run'].concat(args), {
      cwd: root,
      stdio: 'inherit',
      env: Object.assign({}, process.env, env),
      timeout: env && 35 * 60000,
      killSignal: 'SIGKILL',
    })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code === null ? 1 : code))
  })
}

const node = setup()
const args = process.argv.slice(2)
const done = args.length ? vitest(node, args) : testAll(node)
done.then((code) => process.exit(code))
