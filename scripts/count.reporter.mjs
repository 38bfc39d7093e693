// Reports the result of a Vitest run to scripts/test.cjs: passed tests by file, failed tests, and the duration.
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
  // A file that could not be loaded has no failed test: the file itself is reported.
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
