// `npm run check`: all static checks of the code.
const { capture } = require('./run.cjs')
const { root, say, setup } = require('./setup.cjs')
const path = require('path')

const bin = (name) => path.join(root, 'node_modules', name)
const tsc = (project) => [bin('typescript/bin/tsc'), '-p', project]

const checks = [
  { name: 'types', commands: ['contract', 'api', 'web', 'web/worker', '.'].map(tsc) },
  {
    name: 'lint and format',
    commands: [[bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']],
    hint: '`npx biome check --write` repairs formatting and simple lint.',
  },
  { name: 'lint with types', commands: [[bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']] },
]
const architecture = {
  name: 'architecture rules',
  commands: [[bin('vitest/vitest.mjs'), 'run', 'architecture.test.ts', 'contract/src/resources.test.ts']],
}

/** Runs the checks in parallel and prints the failures; resolves to `{ passed, failed }`. */
async function check(node, list) {
  say('Checking ' + list.map((step) => step.name).join(', ') + ' …')
  const results = await Promise.all(list.map((step) => runCheck(node, step)))
  for (const result of results)
    say((result.ok ? '✓ ' : '✗ ') + result.name + (result.ok ? '' : '\n' + result.output))
  const passed = results.filter((result) => result.ok).length
  return { passed, failed: results.length - passed }
}

async function runCheck(node, step) {
  const runs = await Promise.all(step.commands.map((args) => capture(node, args)))
  const output = runs.filter((run) => run.code !== 0).map((run) => run.output)
  return { name: step.name, ok: output.length === 0, output: output.concat(step.hint || []).join('\n') }
}

if (require.main === module) {
  check(setup(), checks.concat(architecture)).then(({ failed }) => process.exit(failed ? 1 : 0))
}

module.exports = { check, checks }
