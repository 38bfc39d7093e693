import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { WriteKind, WriteValue } from '../spreadsheets/xlsx-writer/cell-xml.ts'

/** What a file of a list has besides its rows: a description, and a last row of sums. */
export interface Around<C extends string> {
  of: string
  /** Numeric columns that are added up. */
  sums: readonly C[]
  /** The flag of the rows that are included in the sums. */
  counted: C
}

/** Adds up the rows of a file while it reads them, so that the sums are those of its rows. */
export function runningSums<C extends string>({ of, sums, counted }: Around<C>) {
  const so = new Map<C, string>(sums.map((name) => [name, '0']))
  let without = 0
  return {
    columns: [...sums, counted],
    add(row: Record<string, unknown>) {
      if (row[counted] !== true) without++
      else for (const [name, sum] of so) so.set(name, sumOf([sum, String(row[name] ?? 0)]))
    },
    /**
     * The row of sums, in the columns' order. The description and the number of excluded rows are in the first text
     * column.
     */
    row(names: readonly C[], columns: readonly { kind: WriteKind }[], locale: Locale): WriteValue[] {
      const first = columns.findIndex(({ kind }) => kind === 'text')
      return names.map((name, index) => {
        const sum = so.get(name)
        if (index === first)
          return `${TOTAL[locale]} ${of}${without > 0 ? `, ${WITHOUT[locale]}: ${without}` : ''}`
        return sum && columns[index]?.kind === 'integer' ? Number(sum) : sum
      })
    },
  }
}

const WITHOUT = { cnr: 'bez neaktivnih', en: 'without inactive' } as const satisfies Record<Locale, string>
const TOTAL = { cnr: 'Ukupno', en: 'Total' } as const satisfies Record<Locale, string>
