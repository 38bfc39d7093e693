import type { Readable } from 'node:stream'
import type { Document } from './documents.ts'

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
