// Writes the workbooks that are read where there is no LibreOffice: node api/test/keep-workbooks.ts
import { convert, keepWorkbooks, readFlatDocument, type SaidSheet } from './libreoffice.ts'
import { makeWorkbooks } from './random-workbook.ts'

const made = await makeWorkbooks(6, 1)
const old = await convert(made.slice(0, 2), 'xlsx', 'xls')
const documents = await convert(made, 'xlsx', 'fods')
const said: Record<string, SaidSheet[]> = {}
for (const [i, document] of documents.entries()) said[i] = readFlatDocument(document.toString())
const files = new Map([
  ...made.map((file, i) => [`${i}.xlsx`, file] as const),
  ...old.map((file, i) => [`${i}.xls`, file] as const),
])
await keepWorkbooks(files, said)
