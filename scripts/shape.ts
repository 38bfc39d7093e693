// What a file is made of: what it exports, and how long its functions are.
import { type ESTree, Visitor } from 'vite'
import { parse, read } from './source.ts'

/** The names that a file exports and declares itself. */
export function exportsOf(file: string): string[] {
  const names: string[] = []
  new Visitor({
    ExportNamedDeclaration: ({ declaration, specifiers, source }) => {
      if (declaration) names.push(...declaredNames(declaration))
      if (!source)
        for (const { exported } of specifiers)
          names.push(exported.type === 'Literal' ? exported.value : exported.name)
    },
    ExportDefaultDeclaration: () => names.push('default'),
  }).visit(parse(file))
  return names
}

function declaredNames(node: ESTree.Declaration): string[] {
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => boundNames(id))
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}

function boundNames(node: ESTree.BindingPattern): string[] {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'AssignmentPattern') return boundNames(node.left)
  if (node.type === 'ArrayPattern') {
    return node.elements.flatMap((one) => (one && one.type !== 'RestElement' ? boundNames(one) : []))
  }
  return node.properties.flatMap((one) => (one.type === 'Property' ? boundNames(one.value) : []))
}

/** A function with its number of lines; `name` is where it is, for one without a name of its own. */
type LongFunction = { name: string; lines: number }

/** The functions of a file, a test's own callbacks (`describe`, `test`, `beforeAll` …) left out. */
export function functionsOf(file: string): LongFunction[] {
  const starts = lineStarts(read(file))
  const lineOf = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1
  const found: LongFunction[] = []
  const names = new Map<ESTree.Node, string>()
  const left = new Set<ESTree.Node>()
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    if (left.has(node)) return
    const line = lineOf(node.start)
    const own = 'id' in node && node.id ? node.id.name : names.get(node)
    found.push({ name: own ?? `line ${line}`, lines: lineOf(node.end) - line + 1 })
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (init && id.type === 'Identifier') names.set(init, id.name)
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value, key.name)
    },
    MethodDefinition: ({ key, value }) => {
      if (key.type === 'Identifier') names.set(value, key.name)
    },
    CallExpression: (call) => {
      if (isTestCall(call)) for (const one of call.arguments) left.add(one)
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(parse(file))
  return found
}

function lineStarts(text: string) {
  return [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)]
}

function isTestCall({ callee }: ESTree.CallExpression): boolean {
  if (callee.type === 'Identifier') return /^(describe|test|(before|after)(All|Each))$/.test(callee.name)
  if (callee.type === 'CallExpression') return isTestCall(callee)
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    /^(describe|test)$/.test(callee.object.name)
  )
}

/** The strings of a file, and the fixed parts of its templates. */
export function stringsOf(file: string): string[] {
  const found: string[] = []
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') found.push(value)
    },
    TemplateElement: ({ value }) => void found.push(value.raw),
    JSXText: ({ value }) => void found.push(value),
  }).visit(parse(file))
  return found
}

/** The tables that a `table.ts` declares. */
export function tablesOf(file: string): string[] {
  const tables: string[] = []
  new Visitor({
    TSInterfaceDeclaration: ({ id, body }) => {
      if (id.name !== 'Schema') return
      for (const one of body.body)
        if (one.type === 'TSPropertySignature' && one.key.type === 'Identifier') tables.push(one.key.name)
    },
  }).visit(parse(file))
  return tables
}
