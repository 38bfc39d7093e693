// Creates the files of technical support: small, valid files of several types.
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { writePdf } from '../lib/pdf/pdf.ts'
import { writeSheet } from '../lib/spreadsheets/xlsx-writer/xlsx-writer.ts'

/** Tables: a header, then rows, with cells separated by `|`. */
const TABLES = {
  pressures: `Vozilo|Dimenzija|Naprijed (bar)|Nazad (bar)
VW Golf 7|205/55 R16|2,2|2,0
VW Passat B7|215/55 R16|2,3|2,2
Škoda Octavia|205/55 R16|2,3|2,3
Opel Astra J|205/60 R16|2,4|2,2
Renault Clio 4|185/65 R15|2,3|2,1
Dacia Duster|215/65 R16|2,0|2,0
Fiat Doblo|195/60 R16C|3,0|3,4
Mercedes Sprinter|235/65 R16C|3,4|4,3`,
  torques: `Vozilo|Vijci|Moment (Nm)
VW, Škoda, Seat, Audi|M14x1,5|120
Opel|M12x1,5|110
Renault, Dacia|M12x1,5|105
Peugeot, Citroën|M12x1,25|100
BMW|M14x1,25|140
Mercedes|M14x1,5|150
Ford|M12x1,5|135
Toyota, Hyundai, Kia|M12x1,5|103`,
  runFlat: `Korak|Šta se radi
1|Ispustiti vazduh i skinuti stare tegove
2|Zagrijati gumu na najmanje 15 °C
3|Podmazati stopu i rub felne pastom
4|Pomoćna ruka vodi bok, glava ne dodiruje senzor
5|Napumpati do 3,3 bara, pa spustiti na propisano
6|Naučiti TPMS senzor i izbalansirati`,
  tpms: `Proizvođač|Učenje|Vrijeme (min)
VW grupa|Vožnja iznad 25 km/h|10
BMW|Meni: Reset RPA|5
Mercedes|Meni: Pritisak, potvrditi|2
Opel|OBD uređaj|3
Ford|Paljenje, šest puta kontakt|4
Hyundai, Kia|OBD uređaj|3`,
  warranty: `Tačka|Uslov
1|Garancija važi 24 mjeseca od računa
2|Uz reklamaciju se šalju račun i slika DOT oznake
3|Mehanička oštećenja nijesu predmet garancije
4|Odgovor u roku od osam radnih dana`,
  contacts: `Služba|Telefon|Vrijeme
Gume i felne|+382 20 600 101|08–16
Akumulatori i elektrika|+382 20 600 102|08–16
Ulja i maziva|+382 20 600 103|08–16
Reklamacije|+382 20 600 110|09–15`,
  oils: `Motor|Norma|Viskoznost|Količina (l)
VW 1.6 TDI|VW 507 00|5W-30|4,7
VW 2.0 TDI|VW 507 00|5W-30|5,0
Renault 1.5 dCi|RN0720|5W-30|4,5
Opel 1.7 CDTI|dexos 2|5W-30|5,4
PSA 1.6 HDi|B71 2290|5W-30|3,8
BMW 2.0d|Longlife-04|5W-30|5,2
Mercedes 2.2 CDI|MB 229.51|5W-30|6,5`,
  batteries: `Napon (V)|Stanje
12,7 i više|Pun
12,5|Tri četvrtine
12,2|Pola, dopuniti
12,0 i manje|Prazan, dopuniti odmah`,
}
const CODES = `P0087 Pritisak u vodu goriva prenizak
P0101 Protok vazduha izvan opsega
P0171 Smjesa presiromašna, red 1
P0299 Pritisak turbine prenizak
P0300 Izostajanje paljenja, više cilindara
P0401 Protok EGR nedovoljan
P0420 Katalizator ispod praga, red 1
P0500 Senzor brzine vozila
P2002 Filter čestica ispod praga
`
const COMPLAINT = [
  'Obrazac reklamacije',
  'Partner:',
  'Račun broj i datum:',
  'Proizvod i šifra:',
  'DOT oznaka:',
]

function cells(table: keyof typeof TABLES) {
  const [header = [], ...rows] = TABLES[table].split('\n').map((row) => row.split('|'))
  return { header, rows }
}
async function* each<T>(rows: T[]) {
  yield* rows
}
const columnsOf = (header: string[]) => header.map((title) => ({ header: title, kind: 'text' as const }))

function pdf(table: keyof typeof TABLES, title: string) {
  const { header, rows } = cells(table)
  return buffer(writePdf({ title, columns: columnsOf(header), rows: each(rows), locale: 'cnr' }))
}
function sheet(table: keyof typeof TABLES) {
  const { header, rows } = cells(table)
  return buffer(writeSheet({ sheetName: 'List 1', columns: columnsOf(header), rows, locale: 'cnr' }))
}

const OPENXML = 'http://schemas.openxmlformats.org'
const WORD = `${OPENXML}/wordprocessingml/2006/main`
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** The parts of a Word document with these paragraphs. */
function wordParts(paragraphs: string[]) {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  return {
    '[Content_Types].xml': `<Types xmlns="${OPENXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${OPENXML}/package/2006/relationships"><Relationship Id="rId1" Type="${OPENXML}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
  }
}
function word(paragraphs: string[]) {
  const zip = new ZipFile()
  for (const [path, xml] of Object.entries(wordParts(paragraphs)))
    zip.addBuffer(Buffer.from(HEAD + xml), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** The files by their original names. */
export async function demoDocuments(): Promise<Map<string, Buffer>> {
  const drawn = {
    'Kontakti tehničke službe.pdf': pdf('contacts', 'Kontakti tehničke službe'),
    'Montaža run-flat guma.pdf': pdf('runFlat', 'Montaža run-flat guma, uputstvo'),
    'Uputstvo za TPMS senzore 2026.pdf': pdf('tpms', 'Uputstvo za TPMS senzore, 2026'),
    'Uslovi garancije 2025.pdf': pdf('warranty', 'Uslovi garancije 2025'),
    'Provjera akumulatora.pdf': pdf('batteries', 'Provjera akumulatora'),
    'Tabela momenata pritezanja.xlsx': sheet('torques'),
    'Tablica pritisaka 2026.xlsx': sheet('pressures'),
    'Ulja po motorima.xlsx': sheet('oils'),
    'Obrazac reklamacije.docx': word(COMPLAINT),
    'OBD kodovi.txt': Buffer.from(CODES),
  }
  const files = Object.entries(drawn).map(async ([name, bytes]) => [name, await bytes] as const)
  return new Map(await Promise.all(files))
}
