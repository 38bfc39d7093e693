import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// A PATH without a browser and without apt-get.
const env = { PATH: '/nonexistent', KONTOR_NO_APT: '1' }
const outputOf = (program: string) =>
  spawnSync(process.execPath, ['-e', program], { cwd: import.meta.dirname, encoding: 'utf8', env })

test('a missing browser is not installed where that is forbidden; a sentence says what is missing', () => {
  const { stderr, stdout } = outputOf(`require('./browser.cjs').findBrowser()`)
  expect(stderr).toContain(
    '(a browser for the journeys) is missing, and KONTOR_NO_APT=1 forbids to install it',
  )
  expect(stdout).toBe('')
})

test('the same sentence is known before the journeys begin', () => {
  const { stdout } = outputOf(`console.log(require('./browser.cjs').whyNoBrowser())`)
  expect(stdout).toContain('chromium-headless-shell (a browser for the journeys) is missing')
})

test('a browser that is named is taken as it is', () => {
  const { stdout } = outputOf(
    `process.env.CHROMIUM_PATH = 'mine'; console.log(require('./browser.cjs').findBrowser())`,
  )
  expect(stdout).toBe('mine\n')
})
