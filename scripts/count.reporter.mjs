// Tells scripts/test.cjs what a run of Vitest came to: how many tests of each file passed, which failed, and how long it
// took.
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
  const inState = (state) => tests.filter((test) => test.result().state === state)
  const red = inState('failed').map((test) => test.fullName)
  // A file that could not even be loaded holds no test that failed: the file itself is what failed.
  if (red.length === 0 && module.state() === 'failed') red.push('(the file)')
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return {
    file: relative(process.cwd(), module.moduleId),
    project: module.project.name,
    ms: collectDuration + setupDuration + duration,
    passed: inState('passed').length,
    red,
  }
}
