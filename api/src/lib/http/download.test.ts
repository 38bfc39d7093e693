import { expect, test } from 'vitest'
import { attachment } from './download.ts'

test.each([
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['a\r\nset-cookie: x=1', 'a__set-cookie_ x=1'],
  ['"; filename=x.exe', '__ filename=x.exe'],
  ['C:\\x', 'C__x'],
  ['\u202egpj.exe', '_gpj.exe'],
  ['100%41', '100_41'],
  ['', 'kontor'],
  ['   ', 'kontor'],
])('%j becomes a safe file name', (name, ascii) => {
  expect(attachment(name)).toContain(`filename="${ascii}"`)
})

test('sends the real file name besides an ASCII one', () => {
  expect(attachment('Šifre đ 🛞.xlsx')).toBe(
    `attachment; filename="Sifre d _.xlsx"; filename*=UTF-8''%C5%A0ifre%20%C4%91%20%F0%9F%9B%9E.xlsx`,
  )
  expect(attachment(`a'(b)*`)).toContain(`filename*=UTF-8''a%27%28b%29_`)
})

test('sends one line of printable ASCII with limited length for any name', () => {
  for (const name of ['x'.repeat(5000), '\ud800', '\u0000', 'č'.repeat(5000), 'a\u0301'.repeat(300)]) {
    expect(attachment(name)).toMatch(
      /^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\w%.~!-]*$/,
    )
    expect(attachment(name).length).toBeLessThan(2000)
  }
})
