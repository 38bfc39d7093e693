import { session } from '@kontor/contract/session'
import { expect, test } from 'vitest'
import { startApp } from './app.ts'

const MAP_TILE_URL = 'https://tile.example.com/{z}/{x}/{y}.png'
const plain = await startApp()
const mapped = await startApp({ MAP_TILE_URL })

const imagesFrom = async ({ inject }: typeof plain) =>
  /img-src ([^;]*)/.exec(String((await inject({ url: '/health' })).headers['content-security-policy']))?.[1]

test('the content security policy allows images of other hosts only for configured map tiles', async () => {
  expect(await imagesFrom(plain)).toBe("'self' blob: data:")
  expect(await imagesFrom(mapped)).toBe("'self' blob: data: https://tile.example.com")
})

test('the app gets the URL of the tiles', async () => {
  expect((await plain.call(session.about, {}, null)).body.map_tiles).toBe(null)
  expect((await mapped.call(session.about, {}, null)).body.map_tiles).toBe(MAP_TILE_URL)
})
