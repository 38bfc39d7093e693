import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// A PATH without a browser and without apt-get.
const env = { PATH: '/nonexistent', KONTOR_NO_APT: '1' }
const outputOf = (program: string) =>
  spawnSync(process.execPath, ['-e', program], { cwd: import.meta.dirname, encoding: 'utf8', env })

test('a missing browser is not installed where that is forbidden; an error says what is missing', () => {
  const { stderr, stdout } = outputOf(`require('./browser.cjs').findBrowser()`)
  expect(stderr).toContain(
    '(a browser for the journeys) is missing, and KONTOR_NO_APT=1 forbids to install it',
  )
  expect(stdout).toBe('')
})

test('the same error is known before the e2e tests begin', () => {
  const { stdout } = outputOf(`console.log(require('./browser.cjs').whyNoBrowser())`)
  expect(stdout).toContain('chromium-headless-shell (a browser for the journeys) is missing')
})

test('a browser of the environment is used', () => {
  const { stdout } = outputOf(
    `process.env.CHROMIUM_PATH = 'mine'; console.log(require('./browser.cjs').findBrowser())`,
  )
  expect(stdout).toBe('mine\n')
})
