import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { technicalSupport } from '@kontor/contract/technicalSupport'
import { expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { makeCategory } from '../../../../test/make.ts'
import { openArchive } from '../../../lib/backup/archive.ts'
import { writeBackup } from '../../../lib/backup/backup.ts'
import { restoreBackup } from '../../../lib/backup/restore.ts'

const source = await startApp()
const target = await startApp()
const category = await makeCategory(source.db)

test('a restore restores folders, files, links, and replaced or deleted ones, with their content', async () => {
  const { call } = source
  const add = async (form: object, content?: string) =>
    (
      await call(technicalSupport.create, {
        form: { name: 'Čvor', is_item: content === undefined ? 'false' : 'true', ...form } as never,
        files: { file: content === undefined ? undefined : new File([content], 'Šema.pdf') },
      })
    ).body
  const top = await add({ name: 'Uputstva', categories: `[${category.id}]` })
  const inner = await add({ name: 'Grijanje', technical_support_id: String(top.id) })
  await add({
    name: 'Adresa',
    is_item: 'true',
    link: 'https://primjer.me',
    technical_support_id: String(inner.id),
  })
  const file = await add({ name: 'Kotao', technical_support_id: String(inner.id) }, 'stari')
  const params = { id: String(file.id) }
  const form = { name: 'Kotao' } as never
  await call(technicalSupport.update, { params, form, files: { file: new File(['novi'], 'Nova.pdf') } })
  const gone = await add({ name: 'Obrisan' }, 'obrisan')
  await call(technicalSupport.remove, { params: { id: String(gone.id) }, body: null })

  const path = join(source.config.dataDir, 'sve.zip')
  await writeBackup(source.database.pool, path, source.config)
  const archive = await openArchive(path)
  const files = archive.names.filter((name) => name.startsWith('files/technical_support/'))
  const contents = await Promise.all(files.map((name) => text(archive.read(name))))
  expect(contents.sort()).toEqual(['novi', 'obrisan', 'stari'])
  archive.close()

  const { dataDir } = target.config
  const migrationsDir = join(import.meta.dirname, '../../../../migrations')
  await restoreBackup({
    pool: target.database.pool,
    path,
    dataDir,
    migrationsDir,
    replace: true,
    log: () => {},
  })
  const token = await target.signIn('staff')
  const tree = async ({ call }: typeof source, as?: string) =>
    (await call(technicalSupport.tree, {}, ...(as ? [as] : []))).body
  expect(await tree(target, token)).toEqual(await tree(source))
  const { body } = await target.call(technicalSupport.one, { params }, token)
  expect(body).toEqual((await call(technicalSupport.one, { params })).body)
  const old = { id: String(body.versions[0]?.id) }
  const read = async (answer: Promise<{ bytes: Buffer }>) => (await answer).bytes.toString()
  expect(await read(target.call(technicalSupport.download, { params }, token))).toBe('novi')
  expect(await read(target.call(technicalSupport.downloadOld, { params: old }, token))).toBe('stari')
  const back = { id: String(gone.id) }
  expect((await target.call(technicalSupport.restore, { params: back }, token)).status).toBe(200)
  expect(await read(target.call(technicalSupport.download, { params: back }, token))).toBe('obrisan')
  const folder = join(dataDir, 'files/technical_support')
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
})
