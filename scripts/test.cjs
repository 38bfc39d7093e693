// `npm test`: the checks, then every test there is. The last line counts them: 'N passed, N failed'.
// With arguments it is Vitest with those arguments and nothing else: `npm test -- --project unit fold`.
const { spawn } = require('child_process')
const { existsSync, mkdtempSync, readFileSync, rmSync } = require('fs')
const { tmpdir } = require('os')
const path = require('path')
const { check, checks } = require('./check.cjs')
const { root, say, setup } = require('./setup.cjs')

// Apart, so that a machine without a browser or a database server still shows what all the other tests say.
const runs = [
  { title: 'Unit tests, and the API on the embedded database', projects: ['unit', 'api-embedded'] },
  { title: 'The API on PostgreSQL', projects: ['api-postgres'] },
  { title: 'Journeys in a browser', projects: ['e2e'] },
]

async function testAll(node) {
  const counts = [await check(node, checks)]
  for (const run of runs) {
    say('\n' + run.title + ' …')
    counts.push(await countTests(node, run.projects))
  }
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
  say(sum('passed') + ' passed, ' + sum('failed') + ' failed')
  return sum('failed') ? 1 : 0
}

async function countTests(node, projects) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kontor-report-'))
  const file = path.join(folder, 'report.json')
  const args = ['--reporter=default', '--reporter=json', '--outputFile.json=' + file]
  for (const project of projects) args.push('--project', project)
  const code = await vitest(node, args)
  const count = existsSync(file)
    ? readReport(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 }
  rmSync(folder, { recursive: true, force: true })
  // What failed outside of any test counts as one.
  if (code !== 0 && count.failed === 0) count.failed = 1
  return count
}

// A file that could not even be loaded holds no test that failed: count the file.
function readReport(report) {
  const broken = report.testResults.filter((file) => {
    return file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
}

function vitest(node, args) {
  const program = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  return new Promise((resolve) => {
    const child = spawn(node, [program, 'run'].concat(args), { cwd: root, stdio: 'inherit' })
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code === null ? 1 : code))
  })
}

const node = setup()
const args = process.argv.slice(2)
const done = args.length ? vitest(node, args) : testAll(node)
done.then((code) => process.exit(code))
