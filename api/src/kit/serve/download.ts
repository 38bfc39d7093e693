import type { Readable } from 'node:stream'
import { normalize } from '@kontor/contract/kit/text/normalize'

/** A handler's answer that is not JSON by the route's schema: bytes with a type and, to be saved, a file name. */
export class Download {
  readonly body: Readable | Buffer
  readonly type: string
  readonly fileName: string | undefined
  /** True when the same address always answers the same bytes. */
  readonly immutable: boolean
  constructor(
    body: Readable | Buffer,
    type: string,
    options: { fileName?: string; immutable?: boolean } = {},
  ) {
    this.body = body
    this.type = type
    this.fileName = options.fileName
    this.immutable = options.immutable ?? false
  }
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const PDF = 'application/pdf'

/** Content-Disposition for a file to save, by RFC 6266: an ASCII name and the real one, neither able to break out. */
export function attachment(fileName: string): string {
  const clean = [...fileName.replace(/[\p{C}"\\/:*?<>|;]/gu, '_')].slice(0, 150).join('').trim() || 'kontor'
  const ascii = normalize(clean, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[đĐ]/g, 'd')
    .replace(/[^\x20-\x7e]|%/gu, '_')
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
