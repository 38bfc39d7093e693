import type { Readable } from 'node:stream'
import type { Document } from './documents.ts'

/** Bytes in memory, or an uploaded document. */
export type Content = { bytes: Buffer } | Pick<Document, 'path' | 'size' | 'sha256'>

/** A range of bytes; both ends are included. */
export interface ByteRange {
  start: number
  end: number
}

/** Stores files by path, with `/`. Those that users have stored never change. */
export interface StorageDriver {
  /** Stores a file, or throws and leaves nothing. It is flushed when the promise resolves. A document may be moved from its path. */
  put(path: string, content: Content): Promise<void>
  /** Size in bytes and time of storing in milliseconds since 1970; undefined when there is no such file. */
  stat(path: string): Promise<{ size: number; modified: number } | undefined>
  /** A stream of the file or of a part, to be read or destroyed by the caller. Throws HttpError 404. */
  read(path: string, part?: ByteRange): Promise<Readable>
  /** Does nothing when it is gone. */
  remove(path: string): Promise<void>
  /** All paths. Names that begin with a dot are temporary. */
  list(): Promise<string[]>
}
