import { parseDecimal } from '@kontor/contract/lib/numbers/decimal'
import { moneyOrPercentOf, moneyOrPercentText } from '@kontor/contract/lib/numbers/money-or-percent'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api/apiRequest.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { type Typed, useTypedNumber } from '../../form/fields/useTypedNumber.ts'

/** A number of a row, with its rules. */
export interface NumberValue {
  /** Label that includes the row: `Cash: Bokeška guma`. */
  label: string
  /** As stored; null means not set. */
  value: string | null
  /** Least number of decimals. */
  decimals: number
  /** Formats the value, also the parsed one while typing. */
  format: (value: string) => string
  rule: z.ZodMiniType
  /** Error when empty; absent when an empty value is allowed. */
  empty?: string
  /** Saves the value; null means not set. A rejection is shown at the input. */
  save: (value: string | null) => Promise<unknown>
}

/** A typed value that was not saved, and why. */
export interface RejectedEdit extends Typed {
  reason: string
  /** The reason for an input that has left the screen, when `reason` asks to save again. */
  reasonWhenLeft?: string
  /** Saves it in spite of the conflict. */
  save?: NumberValue['save'] | undefined
  /** Repeats the request from the row as it was then: it may have succeeded with its response lost. */
  again?: NumberValue['save']
}

/**
 * Somebody else has changed the value since it was read: its current value, and a save that overwrites
 * it.
 */
export class VersionConflictError extends Error {
  readonly now: string | null
  readonly save: NumberValue['save'] | undefined
  constructor(now: string | null, save: NumberValue['save'] | undefined) {
    super('conflict')
    this.now = now
    this.save = save
  }
}

/** Whether two decimals, or two percentages, are numerically equal. */
export function isSameNumber(one: string | null, other: string | null) {
  if (one === null || other === null) return one === other
  const a = moneyOrPercentOf(one)
  const b = moneyOrPercentOf(other)
  return a.percent === b.percent && Number(a.value) === Number(b.value)
}

/** State of a number input, parsed in the user's language. */
export function useNumberEdit(
  { value, decimals, format, rule, empty }: NumberValue,
  rejected: RejectedEdit | null,
) {
  const message = useMessage()
  const [number, setNumber] = useState(rejected?.sent ?? value ?? '')
  const { text, typed, type } = useTypedNumber(number, setNumber, decimals, rejected)
  const [first] = useState(text)
  const [reason, setReason] = useState(rejected?.reason)
  const sent = number.trim() === '' ? null : number
  const parsed = parseDecimal(sent ?? '')
  const understood = 'value' in parsed ? format(moneyOrPercentText(parsed)) : undefined
  return {
    text,
    typed,
    reason,
    sent,
    isChanged: rejected !== null || (text.trim() !== first && !isSameNumber(sent, value)),
    /** The parsed value, when it differs from the typed text. */
    echo: understood === undefined || sent === null || isSameText(text, understood) ? undefined : understood,
    type(next: string) {
      setReason(undefined)
      type(next)
    },
    /** Returns the validation error, if any. */
    check(): string | undefined {
      const found = sent === null ? empty : problemOf(rule, sent)
      const problem = found && message(found)
      setReason(problem)
      return problem
    },
  }
}

const isSameText = (text: string, understood: string) =>
  text.replaceAll(/\s/g, '') === understood.replaceAll(/[\s€]/g, '') ||
  text.replaceAll(/\s/g, '') === understood.replaceAll(/\s/g, '')

/** The message of a rule that rejects the value. */
function problemOf(rule: z.ZodMiniType, sent: string) {
  const result = z.safeParse(rule, sent)
  return result.success ? undefined : result.error.issues[0]?.message
}

/** Makes a rejected edit of the typed text and an error. */
export type Rejecting = (error: unknown) => RejectedEdit

/** Builds the rejected edit from an error: the field's own message, else that of the call. */
export function useRejected(format: NumberValue['format']) {
  const message = useMessage()
  const t = useTranslations()
  return (typed: Typed, error: unknown): RejectedEdit => {
    if (error instanceof VersionConflictError) {
      const value = error.now === null ? t('conflict.empty') : format(error.now)
      const reasonWhenLeft = t('table.conflict_left', { value })
      return { ...typed, reason: t('table.conflict', { value }), reasonWhenLeft, save: error.save }
    }
    if (!(error instanceof ApiError)) return { ...typed, reason: message('error.internal') }
    const { body } = error
    const fieldError = Object.values(body.errors ?? {})[0]?.[0]
    return { ...typed, reason: message(fieldError ?? body.message, body.params) }
  }
}
