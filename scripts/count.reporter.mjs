// Tells scripts/test.cjs what a run of Vitest came to: how many tests passed and failed, which of them only at the second
// try, and how long each file took.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

export default class CountReporter {
  onTestRunEnd(modules) {
    const files = modules.map(countFile)
    writeFileSync(process.env.KONTOR_TEST_COUNT, JSON.stringify(files))
  }
}

function countFile(module) {
  const tests = [...module.children.allTests()]
  const states = tests.map((test) => test.result().state)
  const failed = states.filter((state) => state === 'failed').length
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return {
    name: `${relative(process.cwd(), module.moduleId)} (${module.project.name})`,
    ms: collectDuration + setupDuration + duration,
    again: tests.filter((test) => test.diagnostic()?.flaky).map((test) => test.fullName),
    passed: states.filter((state) => state === 'passed').length,
    // A file that could not even be loaded holds no test that failed: count the file.
    failed: failed || (module.state() === 'failed' ? 1 : 0),
  }
}
