import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type Plugin, parseAst } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import config from '../web/vite.config.ts'

const { filesUnder } = createRequire(import.meta.url)('./build.cjs') as {
  filesUnder: (place: string) => string[]
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('folders of inputs may have any name, also one like a file', () => {
  const folder = temporaryFolder()
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

test('the service worker changes with the contents of every file without a hash in its name', () => {
  const plugins = config.plugins as Plugin[]
  const { configResolved, generateBundle } = plugins.find(
    ({ name }) => name === 'partners-app',
  ) as unknown as {
    configResolved: (config: { publicDir: string }) => void
    generateBundle: { handler: (options: object, bundle: object) => void }
  }
  const publicDir = temporaryFolder()
  const files = ['before-paint.js', 'favicon.svg', 'app/manifest.webmanifest'].map((name) =>
    join(publicDir, name),
  )
  mkdirSync(join(publicDir, 'app'))
  for (const file of files) writeFileSync(file, '1')
  configResolved({ publicDir })
  const built = (source = '1') => {
    const worker = { type: 'chunk', code: 'worker()' }
    generateBundle.handler({}, { 'app/sw.js': worker, 'portal.html': { type: 'asset', source } })
    return worker.code
  }
  const before = built()
  expect(built()).toBe(before)
  const changed = files.map((file) => {
    writeFileSync(file, '2')
    return built()
  })
  expect(new Set([before, built('2'), ...changed]).size).toBe(5)
})

test('texts of routes and events and schemas of responses are left out of the scripts, but no fields of these names', () => {
  const plugins = config.plugins as Plugin[]
  const { transform } = plugins.find(({ name }) => name === 'without-server-parts') as unknown as {
    transform: { handler: (this: { parse: typeof parseAst }, code: string) => { code: string } }
  }
  const left = transform.handler.call(
    { parse: parseAst },
    `route({ method: 'GET', summary, description: a ? b : C, response: z.array(row) })
    route({ response: 'file' }); columnsOf({ response })
    const helper = (things) => ({ summary: \`List \${things}\`, description: 'Newest first.' })
    columnsOf({ name, description }); shape({ description: text(4000), summary: one.two })`,
  )
  expect(left.code.replace(/\s+/g, ' ')).toBe(
    "route({ method: 'GET', }) route({ }); columnsOf({ response }) const helper = (things) => ({ }) " +
      'columnsOf({ name, description }); shape({ description: text(4000), summary: one.two })',
  )
})
