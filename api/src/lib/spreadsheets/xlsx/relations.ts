import { SheetError } from '../sheet-error.ts'
import type { Package } from './package.ts'
import { tagHandler } from './xml.ts'

export interface Relation {
  /** Last segment of the type's URI. */
  type: string
  /** Path from the root of the package. */
  path: string
}

const WORKBOOK =
  /spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.(sheet|template|addin)\.macroEnabled\.main\+xml/i

/** Path of the main part; throws SheetError when it is no workbook. */
export async function mainPart(parts: Package): Promise<string> {
  if (!parts.has('[Content_Types].xml')) throw new SheetError('excel.document')
  const relations = await relationsOf('/', parts)
  const main = relations.values().find(({ type }) => type === 'officeDocument')?.path ?? ''
  const types = new Map<string, string>()
  const handler = tagHandler((name, attributes) => {
    const key = name === 'Override' ? attributes.get('PartName') : `.${attributes.get('Extension')}`
    types.set(key?.toLowerCase() ?? '', attributes.get('ContentType') ?? '')
  })
  await parts.readIndex('[Content_Types].xml', handler)
  const path = main.toLowerCase()
  const type = types.get(path) ?? types.get(path.slice(path.lastIndexOf('.'))) ?? ''
  if (!WORKBOOK.test(type)) throw new SheetError('excel.document')
  return main
}

/** Relations of a part (`/` is the package) by id. */
export async function relationsOf(part: string, parts: Package): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/') + 1
  const relations = new Map<string, Relation>()
  const handler = tagHandler((name, attributes) => {
    if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return
    const type = attributes.get('Type')?.split('/').at(-1) ?? ''
    relations.set(attributes.get('Id') ?? '', { type, path: pathFrom(part, attributes.get('Target') ?? '') })
  })
  await parts.readIndex(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, handler)
  return relations
}

/** A target is a URI relative to its part: it may be absolute, go up and contain `%20`. */
const pathFrom = (part: string, target: string) =>
  decodeURIComponent(new URL(target.replaceAll('\\', '/'), `file://${part}`).pathname)
