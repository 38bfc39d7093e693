// Reads workbooks with LibreOffice, to compare them with the reader.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { SaxesParser } from 'saxes'

const program = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/opt/libreoffice/program/soffice'].find(
  existsSync,
)
export const hasLibreOffice = program !== undefined

/** Files per call: with some hundreds it exits early. */
const AT_ONCE = 100

/** Converts files from one extension to another. */
export async function convert(files: Buffer[], from: string, to: string): Promise<Buffer[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kontor-office-'))
  const options = [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', to]
  try {
    const names = files.map((_, i) => path.join(folder, `${i}.${from}`))
    await Promise.all(files.map((file, i) => writeFile(names[i] ?? '', file)))
    for (let at = 0; at < names.length; at += AT_ONCE) {
      const some = names.slice(at, at + AT_ONCE)
      await promisify(execFile)(program ?? '', [...options, '--outdir', `${folder}/out`, ...some])
    }
    return await Promise.all(files.map((_, i) => readFile(path.join(folder, 'out', `${i}.${to}`))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Cells by reference (`A1`): kind, value and displayed text. */
type ExpectedCells = Record<string, [kind: string, value: string, shown: string]>

export interface ExpectedSheet {
  name: string
  hidden: boolean
  cells: ExpectedCells
  hiddenRows: number[]
  /** `B12:C14` */
  merged: string[]
}

const folder = new URL('./workbooks/', import.meta.url)

/** The stored workbooks for machines without LibreOffice, with its results; written by `keep-workbooks.ts`. */
export async function readWorkbooks() {
  const files = new Map<string, Buffer>()
  for (const name of (await readdir(folder)).filter((one) => /\.xlsx?$/.test(one)))
    files.set(name, await readFile(new URL(name, folder)))
  const expected: Record<string, ExpectedSheet[]> = JSON.parse(
    await readFile(new URL('said.json', folder), 'utf8'),
  )
  return { files, expected }
}

/** Replaces the stored workbooks. */
export async function writeWorkbooks(files: Map<string, Buffer>, expected: Record<string, ExpectedSheet[]>) {
  for (const [name, file] of files) await writeFile(new URL(name, folder), file)
  await writeFile(new URL('said.json', folder), `${JSON.stringify(expected, null, 1)}\n`)
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Rows and columns beyond are repetitions to the end of the sheet. */
const MAX = 20

/** Parses a flat OpenDocument spreadsheet, in which LibreOffice writes everything about a workbook. */
export function readFlatDocument(xml: string): ExpectedSheet[] {
  const document = new FlatDocument()
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => document.open(name, attributes))
  parser.on('text', (text) => document.add(text))
  parser.on('closetag', ({ name }) => document.close(name))
  parser.write(xml).close()
  return document.sheets
}

type Attributes = Record<string, string>

const numberOf = (text: string | undefined) => Number(text ?? 1)
const isCell = (name: string) => /^table:(covered-)?table-cell$/.test(name)

class FlatDocument {
  readonly sheets: ExpectedSheet[] = []
  readonly #hiddenStyles = new Set<string>()
  #style = ''
  #row = 0
  #column = 0
  /** Repetitions of the open row and the open cell. */
  #rows = 1
  #columns = 1
  #hidden = false
  #cell: { kind: string; value: string; paragraphs: string[] } | undefined
  #listening = false

  open(name: string, attributes: Attributes) {
    const sheet = this.sheets.at(-1)
    if (name === 'style:style') this.#style = attributes['style:name'] ?? ''
    else if (name === 'style:table-properties' && attributes['table:display'] === 'false')
      this.#hiddenStyles.add(this.#style)
    else if (name === 'table:table') this.#openSheet(attributes)
    else if (name === 'table:table-row') {
      this.#rows = numberOf(attributes['table:number-rows-repeated'])
      this.#hidden = attributes['table:visibility'] === 'collapse'
      this.#column = 0
    } else if (isCell(name) && sheet) this.#openCell(sheet, attributes)
    else if (name === 'text:p') {
      this.#cell?.paragraphs.push('')
      this.#listening = this.#cell !== undefined
    } else if (name === 'text:s') this.add(' '.repeat(numberOf(attributes['text:c'])))
    else if (name === 'office:annotation') this.#listening = false
  }

  add(text: string) {
    const paragraphs = this.#cell?.paragraphs
    if (paragraphs && this.#listening) paragraphs.push((paragraphs.pop() ?? '') + text)
  }

  close(name: string) {
    const sheet = this.sheets.at(-1)
    if (name === 'text:p') this.#listening = false
    else if (isCell(name) && sheet) this.#closeCell(sheet)
    else if (name === 'table:table-row' && sheet) {
      for (let i = 0; this.#hidden && i < Math.min(this.#rows, MAX); i++)
        sheet.hiddenRows.push(this.#row + i + 1)
      this.#row += this.#rows
    }
  }

  #openSheet(attributes: Attributes) {
    const hidden = this.#hiddenStyles.has(attributes['table:style-name'] ?? '')
    const name = attributes['table:name'] ?? ''
    this.sheets.push({ name, hidden, cells: {}, hiddenRows: [], merged: [] })
    this.#row = 0
  }

  #openCell(sheet: ExpectedSheet, attributes: Attributes) {
    this.#columns = numberOf(attributes['table:number-columns-repeated'])
    const kind = attributes['calcext:value-type'] ?? attributes['office:value-type'] ?? ''
    const value = ['value', 'date-value', 'time-value', 'boolean-value']
      .map((one) => attributes[`office:${one}`])
      .find(Boolean)
    this.#cell = { kind, value: value ?? '', paragraphs: [] }
    const across = numberOf(attributes['table:number-columns-spanned'])
    const down = numberOf(attributes['table:number-rows-spanned'])
    const row = this.#row
    const column = this.#column
    if (across > 1 || down > 1)
      sheet.merged.push(`${LETTERS[column]}${row + 1}:${LETTERS[column + across - 1]}${row + down}`)
  }

  #closeCell(sheet: ExpectedSheet) {
    if (!this.#cell) return
    const { kind, value, paragraphs } = this.#cell
    for (let i = 0; kind && i < this.#rows && i < MAX; i++)
      for (let k = 0; k < this.#columns && this.#column + k < MAX; k++)
        sheet.cells[`${LETTERS[this.#column + k]}${this.#row + i + 1}`] = [kind, value, paragraphs.join('\n')]
    this.#column += this.#columns
    this.#cell = undefined
  }
}
