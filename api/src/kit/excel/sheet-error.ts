import type { MessageParams } from '@kontor/contract/kit/errors'

export type SheetErrorCode =
  | 'excel.file_validation'
  | 'excel.too_large'
  | 'excel.encrypted'
  | 'excel.timeout'
  | 'excel.too_many_rows'
  | 'excel.too_many_columns'
  | 'excel.no_header'
  | 'excel.duplicate_header'

/** Why a file is no workbook: the `reason` of an `excel.file_validation`. */
export type FileReason = 'empty' | 'text' | 'html' | 'pdf' | 'document' | 'other' | 'damaged' | 'unsafe'

/** A file that is refused as a whole. Wrong cells are no error of the file: they are the rows' `problems`. */
export class SheetError extends Error {
  readonly code: SheetErrorCode
  readonly params: MessageParams

  constructor(code: SheetErrorCode, params: MessageParams = {}) {
    super(`${code} ${JSON.stringify(params)}`)
    this.name = 'SheetError'
    this.code = code
    this.params = params
  }
}

export const notAWorkbook = (reason: FileReason) => new SheetError('excel.file_validation', { reason })
