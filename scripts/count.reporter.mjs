// Reports the result of a Vitest run to scripts/test.cjs: passed tests by file, failed tests with their errors, and the
// duration.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Lines of an error that are repeated at the end of a run. */
const MAX_LINES = 24

export default class CountReporter {
  onTestRunEnd(modules) {
    const files = modules.map(countFile)
    writeFileSync(process.env.KONTOR_TEST_COUNT, JSON.stringify(files))
  }
}

function countFile(module) {
  const tests = [...module.children.allTests()]
  const inState = (state) => tests.filter((test) => test.result().state === state)
  const red = inState('failed').map((test) => describeFailure(test.fullName, test.result().errors))
  // A file that could not be loaded has no failed test: the file itself is reported.
  if (red.length === 0 && module.state() === 'failed')
    red.push(describeFailure('(the file)', module.errors()))
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return {
    file: relative(process.cwd(), module.moduleId),
    project: module.project.name,
    ms: collectDuration + setupDuration + duration,
    passed: inState('passed').length,
    red,
  }
}

/** The title of a failed test, and the first lines of each error with its difference and place. */
const describeFailure = (title, errors) => [title, ...errors.flatMap(linesOf)].join('\n      ')

function linesOf({ message, diff = '', stacks = [] }) {
  const place = stacks.slice(0, 1).map(({ file, line }) => `at ${relative(process.cwd(), file)}:${line}`)
  const text = stripVTControlCharacters(`${message}\n${diff}`).split('\n').filter(Boolean)
  return [...text.slice(0, MAX_LINES), ...place]
}
