import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { closeDataDir } from './data-dir.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kontor-test-'))
const umask = process.umask()
afterEach(() => {
  process.umask(umask)
  rmSync(dataDir, { recursive: true, force: true })
})
const mode = (path: string) => (statSync(join(dataDir, path)).mode & 0o777).toString(8)

test.skipIf(process.platform === 'win32')(
  "closes all of Kontor's files to other users, including later ones",
  () => {
    const printed: string[] = []
    const open = ['db/base', 'files/products', 'backups', 'of-others']
    for (const folder of open) mkdirSync(join(dataDir, folder), { recursive: true })
    for (const folder of open) {
      writeFileSync(join(dataDir, folder, 'file'), '')
      chmodSync(join(dataDir, folder, 'file'), 0o666)
      chmodSync(join(dataDir, folder), 0o755)
    }
    symlinkSync(join(dataDir, 'of-others'), join(dataDir, 'files/link'))
    closeDataDir(dataDir, (line) => printed.push(line))
    expect(['', 'db', 'db/base', 'files/products', 'backups'].map(mode)).toEqual(Array(5).fill('700'))
    expect(['db/base/file', 'files/products/file', 'backups/file'].map(mode)).toEqual(Array(3).fill('600'))
    expect(['of-others', 'of-others/file'].map(mode)).toEqual(['755', '666'])
    expect(printed).toEqual([
      expect.stringMatching(/^\d files and folders in .* were accessible to other users of this machine/),
    ])
    writeFileSync(join(dataDir, 'files/new'), '')
    expect(mode('files/new')).toBe('600')
    closeDataDir(dataDir, (line) => printed.push(line))
    // A file that cannot be inspected is not reported as open.
    closeDataDir(join(dataDir, 'files/new/data'), (line) => printed.push(line))
    expect(printed).toHaveLength(1)
    chmodSync(join(dataDir, 'files/new'), 0o644)
    symlinkSync(dataDir, join(dataDir, 'of-others/link'))
    closeDataDir(join(dataDir, 'of-others/link'), (line) => printed.push(line))
    expect(mode('files/new')).toBe('600')
  },
)
