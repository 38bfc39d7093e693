import { describe, expect, test } from 'vitest'
import { computed, importsOf, parse } from './source.ts'

const from = 'web/src/lib/api/made-up.tsx'
let count = 0
const importsIn = (text: string) => {
  const program = parse(`made-up-${count++}.tsx`, text)
  return importsOf(from, program).map(({ to, kind, names }) => [to, kind, ...names])
}

describe('the imports of a file', () => {
  test('are found in every syntax', () => {
    expect(importsIn(`import { a, b as c } from './x.ts'`)).toEqual([
      ['web/src/lib/api/x.ts', 'value', 'a', 'b'],
    ])
    expect(importsIn(`import type { A } from './x.ts'`)).toEqual([['web/src/lib/api/x.ts', 'type', 'A']])
    expect(importsIn(`import all from './x.ts'`)).toEqual([['web/src/lib/api/x.ts', 'value', 'default']])
    expect(importsIn(`import './x.css'`)).toEqual([['web/src/lib/api/x.css', 'value']])
    expect(importsIn(`export { a } from "./x.ts"`)).toEqual([['web/src/lib/api/x.ts', 'value', 'a']])
    expect(importsIn(`export type * from './x.ts'`)).toEqual([['web/src/lib/api/x.ts', 'type', '*']])
    expect(importsIn(`type X = import('./x.ts').X`)).toEqual([['web/src/lib/api/x.ts', 'type', 'X']])
    expect(importsIn(`type X = typeof import('./x.ts')`)).toEqual([['web/src/lib/api/x.ts', 'type', '*']])
    expect(importsIn(`declare module './x.ts' {}`)).toEqual([['web/src/lib/api/x.ts', 'type']])
  })

  test('are found in dynamic imports', () => {
    expect(importsIn(`const x = () => import('./x.ts')`)).toEqual([['web/src/lib/api/x.ts', 'lazy', '*']])
    expect(importsIn('const x = import(`./x.ts`)')).toEqual([['web/src/lib/api/x.ts', 'lazy', '*']])
    expect(importsIn(`const x = (name: string) => import(name)`)).toEqual([[computed, 'lazy', '*']])
    expect(importsIn(`new Worker(new URL('./x.ts', import.meta.url))`)).toEqual([
      ['web/src/lib/api/x.ts', 'lazy', '*'],
    ])
    expect(importsIn(`import.meta.glob(['../../locales/cnr/app.ts'])`)).toEqual([
      ['web/src/locales/cnr/app.ts', 'lazy', '*'],
    ])
  })

  test('have the names that are used of an `import()` where that is visible, otherwise all', () => {
    const taken = (text: string) => importsIn(text).map(([, , ...names]) => names.join())
    expect(taken(`const { a, b: c } = await import('./x.ts')`)).toEqual(['a,b'])
    expect(taken(`const x = async () => (await import('./x.ts')).a()`)).toEqual(['a'])
    expect(taken(`import('./x.ts').then(({ a }) => a())`)).toEqual(['a'])
    expect(taken(`import('./x.ts').then((all) => all.a)`)).toEqual(['a'])
    expect(taken(`const A = lazyPart(() => import('./x.tsx'), 'A')`)).toEqual(['A'])
    for (const text of [
      `const { a, ...rest } = await import('./x.ts')`,
      `const all = await import('./x.ts')`,
      `const a = (await import('./x.ts'))[name]`,
      `import('./x.ts').then((all) => use(all))`,
      `import('./x.ts').then((all) => other.a)`,
      `import('./x.ts').catch(({ a }) => a)`,
    ])
      expect(taken(text), text).toEqual(['*'])
  })

  test('omit texts that look like an import, and files that are read as texts', () => {
    expect(importsIn(`const x = "import { a } from './x.ts'" // import './y.ts'`)).toEqual([])
    expect(importsIn(`import.meta.glob('../texts/*.ts', { query: '?raw' })`)).toEqual([])
    expect(importsIn(`new URL('./x.ts', 'http://localhost')`)).toEqual([])
  })

  test('have paths from the root for project files, and packages as written', () => {
    expect(importsIn(`import '@kontor/contract/lib/http/errors'`)).toEqual([
      ['contract/src/lib/http/errors.ts', 'value'],
    ])
    expect(importsIn(`import { useState } from 'react'`)).toEqual([['react', 'value', 'useState']])
  })
})
