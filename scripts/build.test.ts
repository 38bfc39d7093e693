import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const { filesUnder } = createRequire(import.meta.url)('./build.cjs') as {
  filesUnder: (place: string) => string[]
}

test('folders of inputs may have any name, also one like a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['.vscode', 'v1.2', 'src', 'dist']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'Dockerfile'), '')
    writeFileSync(join(folder, name, 'a.test.ts'), '')
  }
  const place = relative(join(import.meta.dirname, '..'), folder)
  const files = ['.vscode', 'src', 'v1.2'].map((name) => `${place}/${name}/Dockerfile`)
  expect(filesUnder(place)).toEqual(files)
  expect(filesUnder(files[1] ?? '')).toEqual(files.slice(1, 2))
})
