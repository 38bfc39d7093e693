// Reads the working copy: files and their imports. Code is parsed by oxc, which Vite also uses.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = resolve(dirname(import.meta.dirname))

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

const parsed = new Map<string, ESTree.Program>()

/** The AST of a file. */
export function parse(file: string, text = read(file)): ESTree.Program {
  const known = parsed.get(file)
  if (known) return known
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  parsed.set(file, program)
  return program
}

/**
 * An import: `to` is a path from the root for a project file, otherwise the package name as written. `names` are the
 * imported names; '*' stands for all.
 */
export type Import = {
  from: string
  to: string
  ours: boolean
  kind: 'value' | 'type' | 'lazy'
  names: string[]
}

/** Target of an `import()` with a computed path. */
export const computed = '(computed)'

/** All imports of a file: `import`, `export … from`, `import()`, `declare module`, globs and URLs. */
export function importsOf(file: string, program = parse(file)): Import[] {
  const found: Import[] = []
  const add = (written: string, kind: Import['kind'], names: string[]) =>
    found.push({ ...resolveImport(file, written), from: file, kind, names })
  const taken = new Map<ESTree.Node, string[]>()
  const note = (one: Taken | undefined) => one && taken.set(one.from, one.names)
  const kindOf = (type: 'type' | 'value' | undefined) => (type === 'type' ? 'type' : 'value')

  new Visitor({
    ImportDeclaration: (node) => add(node.source.value, kindOf(node.importKind), importedNames(node)),
    ExportAllDeclaration: (node) => add(node.source.value, kindOf(node.exportKind), ['*']),
    ExportNamedDeclaration: (node) => {
      const names = node.specifiers.map((one) => moduleName(one.local))
      if (node.source) add(node.source.value, kindOf(node.exportKind), names)
    },
    // The names of an `import()` follow from its context, which is visited first.
    VariableDeclarator: ({ id, init }) => note(init ? destructured(init, id) : undefined),
    MemberExpression: (node) => note(memberTaken(node)),
    ImportExpression: (node) => add(textOf(node.source) ?? computed, 'lazy', taken.get(node) ?? ['*']),
    TSImportType: ({ source, qualifier }) =>
      add(source.value, 'type', [qualifier?.type === 'Identifier' ? qualifier.name : '*']),
    TSModuleDeclaration: (node) => {
      if (node.id.type === 'Literal') add(node.id.value, 'type', widenedNames(node))
    },
    CallExpression: (node) => {
      note(thenTaken(node) ?? namedByArgument(node))
      for (const pattern of globPatterns(node))
        for (const path of globSync(pattern, { cwd: join(root, dirname(file)) }))
          add(`./${path}`, 'lazy', ['*'])
    },
    NewExpression: (node) => {
      const written = urlFromMeta(node)
      if (written) add(written, 'lazy', ['*'])
    },
  }).visit(program)
  return found
}

/** An `import()` of which only these names are used. */
interface Taken {
  from: ESTree.Node
  names: string[]
}

function bare(node: ESTree.Node): ESTree.Node {
  return node.type === 'ParenthesizedExpression' ? bare(node.expression) : node
}

/** The `import()` that is awaited. */
function awaited(written: ESTree.Node): ESTree.Node | undefined {
  const node = bare(written)
  const from = node.type === 'AwaitExpression' ? bare(node.argument) : undefined
  return from?.type === 'ImportExpression' ? from : undefined
}

/** The names in `{ a, b: c }`; undefined for other patterns. */
function patternNames(pattern: ESTree.Node | undefined): string[] | undefined {
  if (pattern?.type !== 'ObjectPattern') return
  const names = pattern.properties.map((one) =>
    one.type === 'Property' && !one.computed && one.key.type === 'Identifier' ? one.key.name : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}

/** `const { a } = await import(…)`. */
function destructured(init: ESTree.Node, id: ESTree.Node): Taken | undefined {
  const from = awaited(init)
  const names = patternNames(id)
  return from && names && { from, names }
}

/** `(await import(…)).a`. */
function memberTaken({ object, property, computed }: ESTree.MemberExpression): Taken | undefined {
  const from = awaited(object)
  return from && !computed && property.type === 'Identifier' ? { from, names: [property.name] } : undefined
}

/** `import(…).then(({ a }) => …)` and `import(…).then((all) => all.a)`. */
function thenTaken({ callee, arguments: [then] }: ESTree.CallExpression): Taken | undefined {
  if (callee.type !== 'MemberExpression' || then?.type !== 'ArrowFunctionExpression') return
  const from = bare(callee.object)
  const isThen = callee.property.type === 'Identifier' && callee.property.name === 'then'
  if (from.type !== 'ImportExpression' || !isThen) return
  const [all] = then.params
  const names = patternNames(all)
  if (names) return { from, names }
  const body = bare(then.body)
  if (all?.type !== 'Identifier' || body.type !== 'MemberExpression' || body.computed) return
  const isOfAll = body.object.type === 'Identifier' && body.object.name === all.name
  return isOfAll && body.property.type === 'Identifier' ? { from, names: [body.property.name] } : undefined
}

/** `lazyPart(() => import(…), 'A')`, with any function name. */
function namedByArgument({ arguments: [load, name] }: ESTree.CallExpression): Taken | undefined {
  if (load?.type !== 'ArrowFunctionExpression') return
  const from = bare(load.body)
  const written = textOf(name)
  return from.type === 'ImportExpression' && written ? { from, names: [written] } : undefined
}

function resolveImport(file: string, written: string): { to: string; ours: boolean } {
  const contract = written.match(/^@kontor\/contract\/(.+)$/)?.[1]
  if (contract) return { to: `contract/src/${contract}.ts`, ours: true }
  if (!written.startsWith('.')) return { to: written, ours: false }
  return { to: posix.join(posix.dirname(file), written.replace(/\?.*$/, '')), ours: true }
}

function importedNames(node: ESTree.ImportDeclaration): string[] {
  return node.specifiers.map((one) => {
    if (one.type === 'ImportNamespaceSpecifier') return '*'
    return one.type === 'ImportDefaultSpecifier' ? 'default' : moduleName(one.imported)
  })
}

/** The names that a `declare module` extends. */
function widenedNames({ body }: ESTree.TSModuleDeclaration | ESTree.TSGlobalDeclaration): string[] {
  const inside = body?.type === 'TSModuleBlock' ? body.body : []
  return inside.flatMap((one) => (one.type === 'TSInterfaceDeclaration' ? one.id.name : []))
}

function moduleName(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

function textOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.raw
}

/** The patterns of an `import.meta.glob(…)`; none for texts (`?raw`). */
function globPatterns({ callee, arguments: [argument, options] }: ESTree.CallExpression): string[] {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'MetaProperty') return []
  const query = options?.type === 'ObjectExpression' ? options.properties : []
  if (query.some((one) => one.type === 'Property' && textOf(one.value) === '?raw')) return []
  const patterns = argument?.type === 'ArrayExpression' ? argument.elements : [argument]
  return patterns.flatMap((pattern) => textOf(pattern ?? undefined) ?? [])
}

/** The file of a `new URL('./file', import.meta.url)`. */
function urlFromMeta({ callee, arguments: [path, base] }: ESTree.NewExpression): string | undefined {
  if (callee.type !== 'Identifier' || callee.name !== 'URL') return
  const isMetaUrl = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty'
  return isMetaUrl ? textOf(path) : undefined
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
