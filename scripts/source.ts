// Reads the working copy as text: which files there are, and what each one imports.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'

export const root = resolve(dirname(import.meta.dirname))

const generated = /(^|\/)(node_modules|dist|\.git)$|^(data|\.cache|test-results)$/

/** Every file of the project, as a path from the root with slashes. */
export function projectFiles(folder = ''): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (generated.test(path)) return []
    return entry.isDirectory() ? projectFiles(path) : [path]
  })
}

export function read(file: string) {
  return readFileSync(join(root, file), 'utf8')
}

/** One import: `to` is a path from the root when it is ours, else the package's name as written. */
export type Import = { from: string; to: string; ours: boolean; kind: 'value' | 'type' | 'lazy' }

const statement =
  /^(?:import|export(?=\s+(?:type\s+)?[{*]))\s+(?:(type)\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\b(import)\(\s*'([^']+)'\s*\)/gm

/** The imports and re-exports of a file. Relies on Biome's formatting: single quotes, statements at the margin. */
export function importsOf(file: string): Import[] {
  return [...read(file).matchAll(statement)].map(([, type, fixed, lazy, late]) => {
    const written = fixed ?? late ?? ''
    const contract = written.match(/^@kontor\/contract\/(.+)$/)?.[1]
    const ours = contract ? `contract/src/${contract}.ts` : posix.join(posix.dirname(file), written)
    const isOurs = contract !== undefined || written.startsWith('.')
    return {
      from: file,
      to: isOurs ? ours : written,
      ours: isOurs,
      kind: lazy ? 'lazy' : type ? 'type' : 'value',
    }
  })
}

/** The first cycle among these imports as a list of files, or undefined. */
export function findCycle(imports: Import[]): string[] | undefined {
  const next = Map.groupBy(imports, (one) => one.from)
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return
    for (const { to } of next.get(file) ?? []) {
      const cycle = visit(to, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
  }
  for (const file of next.keys()) {
    const cycle = visit(file, [])
    if (cycle) return cycle
  }
}
