import { Readable } from 'node:stream'
import { MAX_DOCUMENT_BYTES } from '@kontor/contract/lib/http/files'
import type { Transaction } from 'kysely'
import '../features/customerSupport/table.ts'
import '../features/messages/table.ts'
import type { Schema } from '../lib/database/schema.ts'
import { openUploadSpool } from '../lib/storage/documents.ts'
import { type SentFile, storeSentFile } from '../lib/storage/sent-files.ts'
import type { StorageLocation } from '../lib/storage/settings.ts'
import { openFileStore } from '../lib/storage/storage.ts'
import { demoDocuments } from './documents.ts'

/** The messages that have a file: its name there, and the picture or the document that it is. */
const IN_CHATS = [
  ['Samo blokada bregastog vratila; kod nas je na stanju.', 'Blokada bregastog vratila.jpg', 'tool'],
  ['Dobija se, poslije kratkog testa u sali.', 'Provjera akumulatora.pdf', 'Provjera akumulatora.pdf'],
] as const
const IN_SUPPORT = [
  [
    'Jedna guma iz pošiljke je stigla sa oštećenim bokom. Molimo vas za zamjenu.',
    'Oštećena guma.jpg',
    'tyre',
  ],
] as const

type Stored = readonly (readonly [message: string, file: SentFile])[]

/** Stores the files of messages as uploads are stored. */
export async function storeSentFiles(location: StorageLocation, pictures: ReadonlyMap<string, Buffer>) {
  const documents = await demoDocuments()
  const stored = async (folder: string, files: typeof IN_CHATS | typeof IN_SUPPORT): Promise<Stored> => {
    const store = openFileStore(location, folder)
    const inbox = openUploadSpool(location).inbox()
    const all: [string, SentFile][] = []
    for (const [message, name, content] of files) {
      const bytes = content.endsWith('.pdf') ? documents.get(content) : pictures.get(content)
      if (!bytes) continue
      const document = await inbox.receive(Readable.from([bytes]), name, MAX_DOCUMENT_BYTES)
      all.push([message, await storeSentFile(store, document, async (file) => file())])
    }
    await inbox.empty()
    return all
  }
  return {
    chats: await stored('messages', IN_CHATS),
    support: await stored('customer_support', IN_SUPPORT),
  }
}

/** Adds the files to their messages, each to the first one with its text. */
export async function seedSentFiles(
  tx: Transaction<Schema>,
  { chats, support }: Awaited<ReturnType<typeof storeSentFiles>>,
) {
  for (const [table, files] of [
    ['messages', chats],
    ['support_messages', support],
  ] as const)
    for (const [message, file] of files)
      await tx
        .updateTable(table)
        .set({ ...file })
        .where('id', '=', ({ selectFrom, fn }) =>
          selectFrom(table).select(fn.min('id').as('id')).where('message', '=', message),
        )
        .execute()
}
