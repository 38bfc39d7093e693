import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportAnswers, ImportQuestion } from '@kontor/contract/lib/imports/questions'
import { useTranslations } from 'use-intl'
import { formatOf } from '../../../lib/i18n/format.ts'
import { type Translate, useLanguage } from '../../../lib/i18n/i18n.tsx'

/** A possible answer: its label, and the parameters that it adds to the import. */
interface AnswerOption {
  value: string
  label: string
  hint?: string
  answers: ImportAnswers
}

interface QuestionTexts {
  title: string
  help?: string
  /** The value of the current answer, null while there is none. */
  chosen: string | null
  options: AnswerOption[]
}

interface QuestionContext {
  t: Translate
  decimal: (value: string) => string
  /** Header of a field in the sheet. */
  header: (field: string) => string
  /** The value of the current answer. */
  chosen: string | null
}
type OfKind<K extends ImportQuestion['kind']> = Extract<ImportQuestion, { kind: K }>

/** A question in the user's language, with its possible answers. */
export function useQuestionTexts(question: ImportQuestion, layout: SheetColumns): QuestionTexts {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { decimal } = formatOf(locale)
  const header = (field: string) => layout[field]?.header[locale] ?? field
  const chosen = question.answer === null ? null : String(question.answer)
  const context = { t, decimal, header, chosen }
  switch (question.kind) {
    case 'encoding':
    case 'sheet':
    case 'column':
    case 'decimals':
      return textsOfReading(question, context)
    case 'rows':
    case 'hidden_rows':
    case 'unknown':
      return textsOfRows(question, context)
    default:
      return textsOfCells(question, context)
  }
}

const encodingNames = {
  'utf-8': 'questions.encoding_utf8',
  'iso-8859-2': 'questions.encoding_latin2',
  'windows-1250': 'questions.encoding_1250',
  'windows-1251': 'questions.encoding_1251',
  cp852: 'questions.encoding_852',
} as const

/** Questions about how the file is parsed. */
function textsOfReading(
  question: OfKind<'encoding' | 'sheet' | 'column' | 'decimals'>,
  context: QuestionContext,
): QuestionTexts {
  const { t, decimal, header, chosen } = context
  switch (question.kind) {
    case 'encoding':
      return {
        title: t('questions.encoding'),
        help: t(question.blocking ? 'questions.encoding_unclear' : 'questions.encoding_help'),
        chosen,
        options: question.readings.map(({ encoding, text }) => ({
          value: encoding,
          label: text,
          hint: t(encodingNames[encoding]),
          answers: { encoding },
        })),
      }
    case 'sheet':
      return {
        title: t('questions.sheet'),
        chosen,
        options: question.sheets.map(({ name, rows, hidden }) => ({
          value: name,
          label: name,
          hint: t(hidden ? 'questions.sheet_hidden' : 'questions.sheet_rows', { count: rows }),
          answers: { sheet: name },
        })),
      }
    case 'column':
      return {
        title: t('questions.column', { field: header(question.field) }),
        chosen,
        options: question.columns.map(({ column, header }) => ({
          value: column,
          label: header ? `${column}: ${header}` : column,
          answers: { columns: { [question.field]: column } },
        })),
      }
    case 'decimals': {
      const { field, column, cells, examples } = question
      const [first] = examples
      const read = (separator: ',' | '.') =>
        examples.slice(0, 3).map((one) => decimal(separator === ',' ? one.comma : one.dot))
      return {
        title: t('questions.decimals', { raw: first?.raw ?? '' }),
        help: t('questions.decimals_help', { count: cells, column, field: header(field) }),
        chosen,
        options: ([',', '.'] as const).map((separator) => ({
          value: separator,
          label: read(separator).join(' · '),
          hint: t(separator === ',' ? 'questions.decimals_comma' : 'questions.decimals_dot'),
          answers: { decimals: { [field]: separator } },
        })),
      }
    }
  }
}

/** Questions about rows. */
function textsOfRows(
  question: OfKind<'rows' | 'hidden_rows' | 'unknown'>,
  context: QuestionContext,
): QuestionTexts {
  const { t, header, chosen } = context
  switch (question.kind) {
    case 'rows':
      return {
        title: t('questions.rows', { count: question.count }),
        help: t('questions.rows_help'),
        chosen: Array.isArray(question.answer) ? 'leave_out' : chosen,
        options: [
          { value: 'leave_out', label: t('questions.rows_leave'), answers: { rows: 'leave_out' } },
          { value: 'read', label: t('questions.rows_read'), answers: { rows: 'read' } },
        ],
      }
    case 'hidden_rows':
      return {
        title: t('questions.hidden', { count: question.count }),
        help: t('questions.hidden_help'),
        chosen: chosen ?? 'read',
        options: [
          { value: 'read', label: t('questions.hidden_read'), answers: { hidden_rows: 'read' } },
          { value: 'leave_out', label: t('questions.hidden_leave'), answers: { hidden_rows: 'leave_out' } },
        ],
      }
    case 'unknown':
      return {
        title: t('questions.unknown', { count: question.count }),
        ...(question.fields.length > 0 && {
          help: t('questions.unknown_help', { columns: question.fields.map(header).join(', ') }),
        }),
        chosen,
        options: [
          { value: 'leave_out', label: t('questions.rows_leave'), answers: { unknown: 'leave_out' } },
          { value: 'refuse', label: t('questions.unknown_refuse'), answers: { unknown: 'refuse' } },
        ],
      }
  }
}

/** Questions about cells. */
function textsOfCells(
  question: OfKind<'clear' | 'create_without' | 'round'>,
  context: QuestionContext,
): QuestionTexts {
  const { t, header, chosen } = context
  switch (question.kind) {
    case 'clear':
      return {
        title: t('questions.clear'),
        help: t('questions.clear_help', {
          count: question.cells,
          columns: question.columns
            .map(({ field, cells }) =>
              question.columns.length > 1 ? `${header(field)} ${cells}` : header(field),
            )
            .join(', '),
          clears: String(chosen),
        }),
        chosen,
        options: [],
      }
    case 'create_without':
      return {
        title: t('questions.without', {
          count: question.count,
          columns: question.fields.map(header).join(', '),
        }),
        chosen,
        options: [
          { value: 'true', label: t('questions.without_yes'), answers: { create_without: true } },
          { value: 'false', label: t('questions.without_no'), answers: { create_without: false } },
        ],
      }
    case 'round':
      return {
        title: t('questions.round', { count: question.cells }),
        help: question.columns.map(({ field, cells }) => `${header(field)} ${cells}`).join(', '),
        chosen,
        options: [
          { value: 'true', label: t('questions.round_yes'), answers: { round: true } },
          { value: 'false', label: t('questions.round_no'), answers: { round: false } },
        ],
      }
  }
}
