// Lists the exported names of a file.
import { type ESTree, Visitor } from 'vite'
import { parse } from './source.ts'

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
