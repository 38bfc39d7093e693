import { expect, test } from 'vitest'
import { webLink } from './webLink.ts'

test('only web addresses are accepted as links', () => {
  const rejectedTexts = [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'mailto:a@b.me',
    '',
    'kontor',
    'http://a\\@b.me',
    'https://ana:tajna@kontor.me',
    'https://kontor .me',
    'https://.me',
  ]
  expect(rejectedTexts.filter((typed) => webLink(typed) !== null)).toEqual([])
})

test('incomplete addresses are completed', () => {
  expect(webLink(' https://kontor.me/a?b=1#c ')).toBe('https://kontor.me/a?b=1#c')
  expect(webLink('http://kontor.me')).toBe('http://kontor.me')
  expect(webLink('www.kontor.me/gume')).toBe('https://www.kontor.me/gume')
  expect(webLink('kontor.me:8080/gume')).toBe('https://kontor.me:8080/gume')
})
