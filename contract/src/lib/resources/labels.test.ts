import { describe, expect, test } from 'vitest'
import { labelsOf } from './labels.ts'

const nouns = {
  country: labelsOf({
    cnr: { gender: 'f', title: 'Države', one: 'Država', accusative: 'državu', other: 'država' },
    en: { title: 'Countries', one: 'Country' },
    counted: true,
  }),
  worker: labelsOf({
    cnr: {
      gender: 'm',
      title: 'Radnici',
      one: 'Radnik',
      accusative: 'radnika',
      few: 'radnika',
      other: 'radnika',
    },
    en: { title: 'Workers', one: 'Worker' },
    hint: { cnr: 'Više ne radi ovdje.', en: 'No longer works here.' },
  }),
  vehicle: labelsOf({
    cnr: { gender: 'n', title: 'Vozila', one: 'Vozilo', other: 'vozila' },
    en: { title: 'VAT rates', one: 'VAT rate' },
    counted: true,
  }),
}

describe('the labels of a resource', () => {
  test('have the gender and the cases of its noun', () => {
    expect(nouns.country.cnr).toMatchObject({
      add: 'Dodaj državu',
      new: 'Nova država',
      edit: 'Uredi državu',
      empty: 'Još nema država',
      many: { one: '# državu', few: '# države', other: '# država' },
      nominative: { one: '# država', few: '# države', other: '# država' },
      empty_hint: 'Dodajte prvu ili uvezite spisak iz Excela.',
      active: 'Aktivna',
      inactive: 'Neaktivna',
      counted: { one: 'aktivna država', few: 'aktivne države', other: 'aktivnih država' },
    })
    expect(nouns.worker.cnr).toMatchObject({
      add: 'Dodaj radnika',
      new: 'Novi radnik',
      active: 'Aktivan',
      inactive: 'Neaktivan',
      many: { one: '# radnika', few: '# radnika', other: '# radnika' },
      nominative: { one: '# radnik', few: '# radnika', other: '# radnika' },
      empty_hint: 'Dodajte prvog ili uvezite spisak iz Excela.',
    })
    expect(nouns.vehicle.cnr).toMatchObject({
      add: 'Dodaj vozilo',
      new: 'Novo vozilo',
      inactive: 'Neaktivno',
      counted: { one: 'aktivno vozilo', few: 'aktivna vozila', other: 'aktivnih vozila' },
    })
  })

  test('keep capitals of abbreviations', () => {
    expect(nouns.vehicle.en).toMatchObject({
      add: 'Add VAT rate',
      empty: 'No VAT rates yet',
      many: { one: '# VAT rate', other: '# VAT rates' },
    })
    expect(nouns.country.en.add).toBe('Add country')
  })

  test('are overridden by the noun, and without a tile label there is none', () => {
    expect(nouns.worker.cnr.hint).toBe('Više ne radi ovdje.')
    expect(nouns.country.cnr.hint).toBe('Više se neće nuditi u izboru.')
    expect(nouns.worker.cnr.counted).toBeUndefined()
  })
})
