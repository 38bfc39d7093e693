import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { accessibilityFaults, startKontor } from './journey.ts'
import { choose, dialog, said } from './list.ts'

const { open } = await startKontor()

/** An Excel file of cities under the headers of their template. */
function workbook(...rows: unknown[][]) {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Naziv', 'Država'], ...rows]), 'Gradovi')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer // what this type answers
}

test('cities come from Excel: the template, a wrong cell, put right, applied and brought back', async () => {
  const page = await open('/cities?q=Uvezeni')
  await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
  const form = dialog(page, 'Uvoz: Gradovi')
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    form.getByRole('button', { name: 'Prazan predložak (.xlsx)' }).click(),
  ])
  expect(template.suggestedFilename()).toBe('Gradovi - predložak.xlsx')
  const wrong = workbook(['Uvezeni grad', 'Crna Gora'], ['Uvezeno selo', 'Nigdina'])
  await choose(page, form, 'ili izaberite fajl', 'gradovi.xlsx', wrong)
  const problems = form.getByRole('region', { name: '1 pogrešna ćelija' })
  await problems.getByText('Nema aktivnog zapisa sa ovim nazivom.').waitFor()
  await problems.getByText('B3').waitFor()
  expect(await form.getByRole('button', { name: /^Primijeni/ }).isDisabled()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  const right = workbook(['Uvezeni grad', 'Crna Gora'], ['Uvezeno selo', 'crna gora'])
  await choose(page, form, 'Učitaj ispravljen fajl', 'gradovi.xlsx', right)
  await form.getByRole('button', { name: 'Primijeni (2)' }).click()
  await said(page, 'Uvoz je primijenjen')
  await form.getByRole('button', { name: 'U redu' }).click()
  await page.getByRole('cell', { name: 'Uvezeni grad', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Uvezi iz Excela' }).click()
  await form.getByRole('button', { name: 'Poništi uvoz' }).click()
  const question = dialog(page, 'Poništiti uvoz?')
  await question.getByRole('button', { name: 'Poništi uvoz' }).click()
  await said(page, 'Uvoz je poništen')
  await form.getByRole('button', { name: 'Odustani' }).click()
  await page.getByText('Nema redova za ove filtere').waitFor()
})
