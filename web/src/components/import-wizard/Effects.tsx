import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './preview.module.css'

interface EffectsProps {
  result: ImportResult
  layout: SheetColumns
}

/** What the updates do to amounts and numbers, one line per column: how many, by how much, how many to zero. */
export function Effects({ result: { effects, changes }, layout }: EffectsProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  if (effects.length === 0) return null
  const codeOf = (at: number) => {
    const change = changes.find(({ row }) => row === at)
    const key = Object.keys(layout).find((field) => layout[field]?.required)
    return key === undefined ? undefined : change?.values[key]
  }
  return (
    <ul className={classes.effects}>
      {effects.map(({ key, changed, zero, average, largest }) => (
        <li key={key}>
          <b>{layout[key]?.header[locale] ?? key}</b> {t('upload.effect', { count: changed })}
          {average !== null && largest && changed > 1 && (
            <>
              {', '}
              {t('upload.effect_percent', { average: signed(average), largest: signed(largest.percent) })} (
              {codeOf(largest.row) ?? t('upload.row', { row: largest.row })})
            </>
          )}
          {average !== null && changed === 1 && ` (${signed(average)})`}
          {zero > 0 && `, ${t('upload.effect_zero', { count: zero })}`}
        </li>
      ))}
    </ul>
  )
}

const signed = (percent: number) => `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
