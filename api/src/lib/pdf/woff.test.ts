import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { unpackWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)
const file = (name: string) => readFileSync(resolve(`@fontsource/inter/files/${name}`))

test('rejects other files', () => {
  expect(() => unpackWoff(file('inter-latin-400-normal.woff2'))).toThrow('not a WOFF file')
})

test('unpacks every table to the bytes of its checksum', () => {
  const font = unpackWoff(file('inter-latin-ext-600-normal.woff'))
  expect(font.readUInt32BE(0)).toBe(0x00010000)
  const count = font.readUInt16BE(4)
  expect(count).toBeGreaterThan(8)
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const tag = font.toString('latin1', at, at + 4)
    // The checksum in the head table is computed without itself.
    const table = Buffer.from(
      font.subarray(font.readUInt32BE(at + 8)).subarray(0, font.readUInt32BE(at + 12)),
    )
    if (tag === 'head') table.writeUInt32BE(0, 8)
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    let sum = 0
    for (let i = 0; i < padded.length; i += 4) sum = (sum + padded.readUInt32BE(i)) >>> 0
    expect([tag, sum]).toEqual([tag, font.readUInt32BE(at + 4)])
  }
})
