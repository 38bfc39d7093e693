// Compares the reader with LibreOffice: every cell has the same value, or the reader rejects it.
import { expect, test } from 'vitest'
import {
  convert,
  type ExpectedSheet,
  hasLibreOffice,
  readFlatDocument,
  readWorkbooks,
} from '../../../test/libreoffice.ts'
import { makeWorkbooks } from '../../../test/random-workbook.ts'
import { shownNumber } from './number-format.ts'
import { readWorkbook } from './read-workbook.ts'
import { excelSerial } from './stored-value.ts'
import type { Cell } from './workbook.ts'

const place = (row: number, column: number) => String.fromCharCode(65 + column) + row
const sorted = (list: Iterable<string>) => [...list].sort()

/** The reader's cells in the form in which LibreOffice exports them. */
async function read(file: Buffer) {
  const sheets = (await readWorkbook(file)).sheets.map(async ({ name, state, rows, merged }) => {
    const cells: Record<string, Cell> = {}
    const hiddenRows: number[] = []
    for await (const row of rows) {
      if (row.hidden) hiddenRows.push(row.number)
      for (const cell of row.cells) cells[place(row.number, cell.column)] = cell
    }
    const ranges = (await merged()).map(
      ({ top, left, bottom, right }) => `${place(top, left)}:${place(bottom, right)}`,
    )
    return { name, hidden: state !== 'visible', cells, hiddenRows, merged: ranges }
  })
  return Promise.all(sheets)
}

/** Converts a cell to LibreOffice's form. */
function compare(
  where: string,
  cell: Cell | undefined,
  expected: ExpectedSheet['cells'][string] | undefined,
): string[] {
  const [kind, value, shown] = expected ?? ['string', '', '']
  if (cell?.kind === 'uncalculated') return [] // LibreOffice calculates the formula, the reader does not
  const differs = (ours: unknown, expectedValue: unknown) =>
    ours === expectedValue ? [] : [`${where}: ${ours}, not ${expectedValue}`]
  // LibreOffice trims text without xml:space="preserve", and joins lines of cells without wrapping.
  const bare = (text: string) => text.replaceAll('\n', '').trim()
  if (kind === 'string')
    return differs(cell?.kind === 'text' ? bare(cell.shown) : (cell?.kind ?? ''), bare(shown))
  if (kind === 'error') return differs(cell?.kind === 'error' ? cell.shown : cell?.kind, shown)
  if (cell?.kind === 'boolean') return differs(cell.value, value === 'true' || value === '1')
  if (kind === 'date' || kind === 'time') {
    // LibreOffice shows no day before 1900 or after 9999.
    if (cell?.kind === 'date' && !(Number(cell.value) >= 0 && Number(cell.value) < 2_958_466)) return []
    const serial = kind === 'date' ? excelSerial(value) : secondsOf(value) / 86_400
    return differs(
      cell?.kind === 'date' && Math.round(Number(cell.value) * 86_400),
      Math.round(serial * 86_400),
    )
  }
  const expectedValue = Number(value) * (cell?.percent && kind === 'percentage' ? 100 : 1)
  if (cell?.kind !== 'number') return differs(cell?.kind, kind)
  // Only units and leading zeros are compared; LibreOffice shows another number of digits.
  const isCompared = cell.percent || cell.unit || /^-?0\d/.test(cell.shown)
  return [
    ...differs(shownNumber(Number(cell.value)), shownNumber(expectedValue)),
    ...(isCompared ? differs(unsigned(cell.shown), unsigned(shown.replaceAll(',', ''))) : []),
  ]
}

/** Removes the sign of a number that is rounded to zero. */
const unsigned = (text: string) => (/[1-9]/.test(text) ? text : text.replace('-', ''))

const secondsOf = (time: string) => {
  const [, hours = 0, minutes = 0, seconds = 0] = /^PT(\d+)H(\d+)M([\d.]+)S$/.exec(time) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The cells that differ. */
async function differences(file: Buffer, expected: ExpectedSheet[]): Promise<string[]> {
  const ours = await read(file)
  const found = [
    `${ours.map((one) => one.name)}` === `${expected.map((one) => one.name)}` ? [] : ['the sheets'],
  ].flat()
  for (const [i, sheet] of expected.entries()) {
    const own = ours[i]
    if (!own) continue
    const places = new Set([...Object.keys(own.cells), ...Object.keys(sheet.cells)])
    found.push(
      ...sorted(places).flatMap((where) =>
        compare(`${sheet.name}!${where}`, own.cells[where], sheet.cells[where]),
      ),
    )
    const rows = new Set(Object.keys(own.cells).map((where) => Number(where.slice(1))))
    const facts = (one: typeof own | ExpectedSheet) =>
      JSON.stringify([one.hidden, one.hiddenRows.filter((row) => rows.has(row)), one.merged])
    if (facts(own) !== facts(sheet)) found.push(`${sheet.name}: ${facts(own)}, not ${facts(sheet)}`)
  }
  return found
}

/** All differences of the files. */
async function allDifferences(
  files: Map<string, Buffer>,
  expectedOf: (name: string) => ExpectedSheet[],
): Promise<string[]> {
  const found: string[] = []
  for (const [name, file] of files)
    found.push(...(await differences(file, expectedOf(name))).map((one) => `${name} ${one}`))
  return found
}

test('stored workbooks are read as LibreOffice reads them', async () => {
  const { files, expected } = await readWorkbooks()
  expect(files.size).toBeGreaterThan(5)
  expect(await allDifferences(files, (name) => expected[name.replace(/\..*/, '')] ?? [])).toEqual([])
})

test.skipIf(!hasLibreOffice)(
  '500 random workbooks are read as the LibreOffice of this machine reads them, 20 of them also as .xls',
  { timeout: 600_000 },
  async () => {
    const seed = process.env.CI ? 1 : Date.now() % 1_000_000
    const made = await makeWorkbooks(500, seed)
    const expected = (await convert(made, 'xlsx', 'fods')).map((document) =>
      readFlatDocument(document.toString()),
    )
    const old = await convert(made.slice(0, 20), 'xlsx', 'xls')
    const files = new Map([
      ...made.map((file, i) => [`${i}.xlsx`, file] as const),
      ...old.map((file, i) => [`${i}.xls`, file] as const),
    ])
    const found = await allDifferences(files, (name) => expected[Number.parseInt(name, 10)] ?? [])
    expect(found, `the seed was ${seed}`).toEqual([])
  },
)
