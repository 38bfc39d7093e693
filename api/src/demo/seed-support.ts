import { Readable } from 'node:stream'
import { MAX_DOCUMENT_BYTES } from '@kontor/contract/lib/http/files'
import type { Transaction } from 'kysely'
import '../features/technicalSupport/table.ts'
import type { Schema } from '../lib/database/schema.ts'
import { openUploadSpool } from '../lib/storage/documents.ts'
import type { StorageLocation } from '../lib/storage/settings.ts'
import { openFileStore } from '../lib/storage/storage.ts'
import { demoCategories } from './catalogue.ts'
import { demoDocuments } from './documents.ts'
import { officeMoment, seeded } from './random.ts'
import { partnerUsersOf } from './seed-sliders.ts'
import { activeStaff } from './staff.ts'

/** Name, then the URL of a link or the original name of a file. Indented nodes are children; `-` is hidden. */
const TREE = `
Dijagnostika
  OBD kodovi, izvod | OBD kodovi.txt | Najčešći kodovi grešaka
  Haynes Pro prijava | https://www.haynespro.com
Garancije i reklamacije
  Obrazac reklamacije | Obrazac reklamacije.docx | Popuniti i poslati uz račun
  Provjera DOT oznake | https://www.dot-code.eu/guide
  -Uslovi garancije 2025 | Uslovi garancije 2025.pdf
Gume i felne
  Montaža
    Montaža run-flat guma, uputstvo | Montaža run-flat guma.pdf
    Tabela momenata pritezanja | Tabela momenata pritezanja.xlsx | Vijci točkova, po vozilu
    Uputstvo za TPMS senzore, 2026 | Uputstvo za TPMS senzore 2026.pdf | Programiranje i učenje senzora po proizvođačima
    Video: balansiranje na dva ravnanja | https://www.youtube.com/watch?v=Kontor00001
  -Radna verzija 2027
    Tablica pritisaka, nacrt | Tablica pritisaka 2026.xlsx
  Tablice pritisaka
    Tablica pritisaka 2026 | Tablica pritisaka 2026.xlsx
    EU oznake guma | https://eprel.ec.europa.eu/screen/product/tyres
Teretni program
  Momenti pritezanja za teretna | Tabela momenata pritezanja.xlsx
Ulja i maziva
  Ulja po motorima | Ulja po motorima.xlsx | Norme, viskoznost i količine
  Izbor ulja po vozilu | https://www.oil-finder.eu/search
Akumulatori
  Provjera akumulatora | Provjera akumulatora.pdf
Kontakti tehničke službe | Kontakti tehničke službe.pdf`

type Document = Awaited<ReturnType<ReturnType<ReturnType<typeof openUploadSpool>['inbox']>['receive']>>
type StoredFile = Pick<Document, 'name' | 'type' | 'size'> & { file: string }

interface Node {
  id: number
  parent: number | null
  name: string
  content: string | undefined
  description: string | null
  is_visible: boolean
}

function demoTree(): Node[] {
  const above: number[] = []
  return TREE.trim()
    .split('\n')
    .map((line, i) => {
      const [, indent = '', hidden = '', rest = ''] = /^( *)(-?)(.*)$/.exec(line) ?? []
      const [name = '', content, description = null] = rest.split(' | ')
      const level = indent.length / 2
      above[level] = i + 1
      const parent = level > 0 ? (above[level - 1] ?? null) : null
      return { id: i + 1, parent, name, content, description, is_visible: hidden === '' }
    })
}

const isLink = (content: string | undefined) => /^https?:/.test(content ?? '')

/** Stores a file for each file node, as uploads are stored: two nodes never share one. */
export async function storeDocuments(location: StorageLocation): Promise<Map<number, StoredFile>> {
  const store = openFileStore(location, 'technical_support')
  const inbox = openUploadSpool(location).inbox()
  const documents = await demoDocuments()
  const storedFiles = demoTree().map(async ({ id, content }) => {
    const bytes = documents.get(content ?? '')
    if (!bytes || !content) return []
    const document = await inbox.receive(Readable.from([bytes]), content, MAX_DOCUMENT_BYTES)
    const { name, type, size } = document
    return [[id, { name, type, size, file: await store.saveDocument(document) }]] as const
  })
  const all = new Map((await Promise.all(storedFiles)).flat())
  await inbox.empty()
  return all
}

const nodeColumns = ({ parent, content, ...node }: Node) => ({
  ...node,
  technical_support_id: parent,
  is_item: content !== undefined,
  link: isLink(content) ? content : null,
})

/** Technical support: folders, files and links, downloads of partners, and one replaced file. */
export async function seedSupport(
  tx: Transaction<Schema>,
  storedFiles: ReadonlyMap<number, StoredFile>,
  demoUsername: string,
  now: Date,
) {
  const random = seeded(1976)
  const people = await activeStaff(tx).execute()
  const nodes = demoTree()
  for (const node of nodes) {
    const file = storedFiles.get(node.id)
    const moment = officeMoment(random, now, 200).toISOString()
    const fileColumns = file && {
      file: file.file,
      file_name: file.name,
      file_type: file.type,
      file_size: file.size,
      file_at: moment,
      file_user_id: random.pick(people).id,
    }
    const times = { created_at: moment, updated_at: moment }
    const row = { ...nodeColumns(node), is_file: file !== undefined, ...fileColumns, ...times }
    await tx.insertInto('technical_support').values(row).execute()
  }
  const trucks = demoCategories().find(({ name }) => name === 'Teretne gume')?.id ?? 0
  const ofTrucks = nodes.find(({ name }) => name === 'Teretni program')?.id ?? 0
  await tx
    .insertInto('technical_support_categories')
    .values({ technical_support_id: ofTrucks, category_id: trucks })
    .execute()
  const partnerUsers = await partnerUsersOf(tx, demoUsername)
  const files = [...storedFiles.keys()]
  const downloads = Array.from({ length: 160 }, () => ({
    technical_support_id: random.pick(files),
    partner_id: random.pick(partnerUsers).partner_id,
    created_at: officeMoment(random, now, 90).toISOString(),
  }))
  await tx.insertInto('technical_support_downloads').values(downloads).execute()
}
