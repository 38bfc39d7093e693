import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { openDisk } from './disk.ts'
import type { Document } from './documents.ts'
import { openS3 } from './s3.ts'
import type { S3Settings } from './settings.ts'

/** Where an office keeps its files: below DATA_DIR, or in a bucket. */
export interface FilesPlace {
  dataDir: string
  s3?: S3Settings | undefined
}

/** Bytes that are here, or a document that has arrived. */
export type Content = { bytes: Buffer } | Pick<Document, 'path' | 'size' | 'sha256'>

/** Both ends belong to it. */
export interface Part {
  start: number
  end: number
}

/** Files by their paths, with `/`, on whatever there is. A file never changes. */
export interface StorageDriver {
  /** Keeps a file whole or not at all; it is there for good when this answers. A document may be moved. */
  put(path: string, content: Content): Promise<void>
  /** Bytes, and milliseconds of when it was kept; undefined when it is not there. */
  stat(path: string): Promise<{ size: number; modified: number } | undefined>
  /** A file or a part of it, to be read or destroyed. Refuses with 404. */
  read(path: string, part?: Part): Promise<Readable>
  /** Does nothing when it is gone. */
  remove(path: string): Promise<void>
  /** All paths; names that begin with a dot are no files of the office. */
  list(): Promise<string[]>
}

/** Opens one folder of the files, or all of them. */
export const openStorageDriver = ({ dataDir, s3 }: FilesPlace, folder = ''): StorageDriver =>
  s3 ? openS3(s3, folder) : openDisk(join(dataDir, 'files', folder))
