// What LibreOffice says a workbook holds: a reader that has nothing in common with ours.
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

/** Files that one call converts: it ends early with some hundreds. */
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

/** A cell by its place (`A1`): its kind, its value and what is shown. */
type SaidCells = Record<string, [kind: string, value: string, shown: string]>

export interface SaidSheet {
  name: string
  hidden: boolean
  cells: SaidCells
  hiddenRows: number[]
  hiddenColumns: number[]
  /** `B12:C14` */
  merged: string[]
}

const kept = new URL('./workbooks/', import.meta.url)

/** The workbooks kept for machines without LibreOffice, and what it said of each; `keep-workbooks.ts` wrote them. */
export async function keptWorkbooks() {
  const files = new Map<string, Buffer>()
  for (const name of (await readdir(kept)).filter((one) => /\.xlsx?$/.test(one)))
    files.set(name, await readFile(new URL(name, kept)))
  const said: Record<string, SaidSheet[]> = JSON.parse(await readFile(new URL('said.json', kept), 'utf8'))
  return { files, said }
}

/** Replaces the kept workbooks. */
export async function keepWorkbooks(files: Map<string, Buffer>, said: Record<string, SaidSheet[]>) {
  for (const [name, file] of files) await writeFile(new URL(name, kept), file)
  await writeFile(new URL('said.json', kept), `${JSON.stringify(said, null, 1)}\n`)
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Beyond, there is only what repeats to the end of the sheet. */
const MAX = 20

/** Reads a flat OpenDocument spreadsheet, which is what LibreOffice writes of all that it knows of a workbook. */
export function readFlatDocument(xml: string): SaidSheet[] {
  const sheets: SaidSheet[] = []
  const hiddenStyles = new Set<string>()
  const parser = new SaxesParser()
  let [style, row, column, rows, columns] = ['', 0, 0, 1, 1]
  let hidden = false
  let cell: { kind: string; value: string; paragraphs: string[] } | undefined
  let listening = false

  const number = (text: string | undefined) => Number(text ?? 1)
  parser.on('opentag', ({ name, attributes }) => {
    const sheet = sheets.at(-1)
    if (name === 'style:style') style = attributes['style:name'] ?? ''
    else if (name === 'style:table-properties' && attributes['table:display'] === 'false')
      hiddenStyles.add(style)
    else if (name === 'table:table') {
      const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '')
      sheets.push({
        name: attributes['table:name'] ?? '',
        hidden: isHidden,
        cells: {},
        hiddenRows: [],
        hiddenColumns: [],
        merged: [],
      })
      row = 0
      column = 0
    } else if (name === 'table:table-column' && sheet) {
      const count = number(attributes['table:number-columns-repeated'])
      for (let i = column; i < Math.min(column + count, MAX); i++)
        if (attributes['table:visibility'] === 'collapse') sheet.hiddenColumns.push(i)
      column += count
    } else if (name === 'table:table-row') {
      rows = number(attributes['table:number-rows-repeated'])
      hidden = attributes['table:visibility'] === 'collapse'
      column = 0
    } else if (/^table:(covered-)?table-cell$/.test(name) && sheet) {
      columns = number(attributes['table:number-columns-repeated'])
      const kind = attributes['calcext:value-type'] ?? attributes['office:value-type'] ?? ''
      const value = ['value', 'date-value', 'time-value', 'boolean-value']
        .map((one) => attributes[`office:${one}`])
        .find(Boolean)
      cell = { kind, value: value ?? '', paragraphs: [] }
      const [across, down] = [
        number(attributes['table:number-columns-spanned']),
        number(attributes['table:number-rows-spanned']),
      ]
      if (across > 1 || down > 1)
        sheet.merged.push(`${LETTERS[column]}${row + 1}:${LETTERS[column + across - 1]}${row + down}`)
    } else if (name === 'text:p') {
      cell?.paragraphs.push('')
      listening = cell !== undefined
    } else if (name === 'text:s') add(' '.repeat(number(attributes['text:c'])))
    else if (name === 'office:annotation') listening = false
  })
  const add = (text: string) => {
    if (cell && listening) cell.paragraphs.push((cell.paragraphs.pop() ?? '') + text)
  }
  parser.on('text', add)
  parser.on('closetag', ({ name }) => {
    const sheet = sheets.at(-1)
    if (name === 'text:p') listening = false
    else if (/^table:(covered-)?table-cell$/.test(name) && sheet && cell) {
      for (let i = 0; cell.kind && i < rows && i < MAX; i++)
        for (let k = 0; k < columns && column + k < MAX; k++)
          sheet.cells[`${LETTERS[column + k]}${row + i + 1}`] = [
            cell.kind,
            cell.value,
            cell.paragraphs.join('\n'),
          ]
      column += columns
      cell = undefined
    } else if (name === 'table:table-row' && sheet) {
      for (let i = 0; hidden && i < Math.min(rows, MAX); i++) sheet.hiddenRows.push(row + i + 1)
      row += rows
    }
  })
  parser.write(xml).close()
  return sheets
}
