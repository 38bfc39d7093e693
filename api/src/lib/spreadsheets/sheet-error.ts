import type { ErrorCode, MessageParams } from '@kontor/contract/lib/http/errors'
import type { Locale, LocalizedText } from '@kontor/contract/lib/text/locales'

/** Reasons why a file is rejected, as message keys; the error code is `excel.file_validation`. */
const fileReasons = [
  'excel.extension',
  'excel.empty',
  'excel.text',
  'excel.html',
  'excel.mhtml',
  'excel.pdf',
  'excel.document',
  'excel.other',
  'excel.damaged',
  'excel.unsafe',
] as const
type FileReason = (typeof fileReasons)[number]

export type SheetErrorCode = FileReason | Extract<ErrorCode, `excel.${string}`>

const isFileReason = (code: SheetErrorCode): code is FileReason =>
  fileReasons.some((reason) => reason === code)

/** The parameters of a message; a label is that of the caller's language. */
type SheetErrorParams = Record<string, MessageParams[string] | LocalizedText>

/**
 * A file that is rejected as a whole; `code` is the message key of the reason. Wrong cells are not errors of the file
 * but `problems` of its rows.
 */
export class SheetError extends Error {
  readonly code: SheetErrorCode
  readonly params: SheetErrorParams

  constructor(code: SheetErrorCode, params: SheetErrorParams = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(params)}`, options)
    this.name = 'SheetError'
    this.code = code
    this.params = params
  }

  paramsIn = (locale: Locale): MessageParams =>
    Object.fromEntries(
      Object.entries(this.params).map(([name, value]) => [
        name,
        typeof value === 'object' ? value[locale] : value,
      ]),
    )

  /** The error code of the response; `code` is then the reason at the field `file`. */
  get answerCode(): ErrorCode {
    return isFileReason(this.code) ? 'excel.file_validation' : this.code
  }
}

/** A damaged file; the detail is only logged. */
export const damagedFileError = (detail: string, cause?: unknown): SheetError =>
  new SheetError('excel.damaged', {}, { cause: cause ?? detail })
