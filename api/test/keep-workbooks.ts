// Stores the workbooks and LibreOffice's results for machines without LibreOffice: node api/test/keep-workbooks.ts
import { convert, type ExpectedSheet, readFlatDocument, writeWorkbooks } from './libreoffice.ts'
import { makeWorkbooks } from './random-workbook.ts'

const made = await makeWorkbooks(6, 1)
const old = await convert(made.slice(0, 2), 'xlsx', 'xls')
const documents = await convert(made, 'xlsx', 'fods')
const expected: Record<string, ExpectedSheet[]> = {}
for (const [i, document] of documents.entries()) expected[i] = readFlatDocument(document.toString())
const files = new Map([
  ...made.map((file, i) => [`${i}.xlsx`, file] as const),
  ...old.map((file, i) => [`${i}.xls`, file] as const),
])
await writeWorkbooks(files, expected)
