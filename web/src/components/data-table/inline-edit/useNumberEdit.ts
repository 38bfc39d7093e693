import { parseDecimal } from '@kontor/contract/lib/numbers/decimal'
import { moneyOrPercentText } from '@kontor/contract/lib/numbers/money-or-percent'
import { sentNumber, typedNumber } from '@kontor/contract/lib/numbers/number-input'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api/apiRequest.ts'
import { useLanguage, useMessage } from '../../../lib/i18n/i18n.tsx'

/** A number of a row and what holds for it. */
export interface NumberValue {
  /** What it is called, with its row: `Cash: Bokeška guma`. */
  label: string
  /** As it is stored; null means none of its own. */
  value: string | null
  /** How many decimals are written at least. */
  decimals: number
  /** As people read it, also while it is typed. */
  print: (value: string) => string
  rule: z.ZodMiniType
  /** The message when it is empty; without one, empty means no value of its own. */
  empty?: string
  /** Sends it; null means none of its own. A refusal is shown at the number. */
  save: (value: string | null) => Promise<unknown>
}

/** What was typed and is not saved, and why. */
export interface RejectedEdit {
  text: string
  reason: string
  /** Saves it over the conflict. */
  save?: NumberValue['save'] | undefined
  /** Saves what was sent once more, from the row as it stood then: it may have arrived, and its answer been lost. */
  again?: NumberValue['save']
}

/** Somebody else has changed the value itself since it was read: what it is now, and how it is saved over that. */
export class VersionConflict extends Error {
  readonly now: string | null
  readonly save: NumberValue['save'] | undefined
  constructor(now: string | null, save: NumberValue['save'] | undefined) {
    super('overtaken')
    this.now = now
    this.save = save
  }
}

/** Whether two values are the same number, however many decimals they are written with. */
export const isSameNumber = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Number(one) === Number(other))

/** A number while it is typed, read as the language has it. */
export function useNumberEdit(
  { value, decimals, print, rule, empty }: NumberValue,
  rejected: RejectedEdit | null,
) {
  const { locale } = useLanguage()
  const message = useMessage()
  const [first] = useState(() => (value === null ? '' : typedNumber(value, locale, { min: decimals })))
  const [text, setText] = useState(rejected?.text ?? first)
  const [reason, setReason] = useState(rejected?.reason)
  const sent = text.trim() === '' ? null : sentNumber(text, locale)
  const parsed = parseDecimal(sent ?? '')
  const understood = 'value' in parsed ? print(moneyOrPercentText(parsed)) : undefined
  return {
    text,
    reason,
    sent,
    isChanged: rejected !== null || (text.trim() !== first && !isSameNumber(sent, value)),
    /** What is understood, where it is not written so. */
    echo: understood === undefined || sent === null || isSaid(text, understood) ? undefined : understood,
    type(next: string) {
      setReason(undefined)
      setText(next)
    },
    /** Says what is wrong with it, if anything. */
    check(): string | undefined {
      const found = sent === null ? empty : problemOf(rule, sent)
      const problem = found && message(found)
      setReason(problem)
      return problem
    },
  }
}

const isSaid = (text: string, understood: string) =>
  text.replaceAll(/\s/g, '') === understood.replaceAll(/[\s€]/g, '') ||
  text.replaceAll(/\s/g, '') === understood.replaceAll(/\s/g, '')

/** The message of what a rule refuses. */
function problemOf(rule: z.ZodMiniType, sent: string) {
  const result = z.safeParse(rule, sent)
  return result.success ? undefined : result.error.issues[0]?.message
}

/** What was refused: the field's own reason, else the call's. */
export function useRejected(print: NumberValue['print']) {
  const message = useMessage()
  const t = useTranslations()
  return (text: string, error: unknown): RejectedEdit => {
    if (error instanceof VersionConflict) {
      const value = error.now === null ? t('conflict.empty') : print(error.now)
      return { text, reason: t('table.overtaken', { value }), save: error.save }
    }
    if (!(error instanceof ApiError)) return { text, reason: message('error.internal') }
    const { body } = error
    const own = Object.values(body.errors ?? {})[0]?.[0]
    return { text, reason: message(own ?? body.message, body.params) }
  }
}
