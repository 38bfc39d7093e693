import { roleLabels } from '@kontor/contract/lib/http/about'
import { verbLabels } from '@kontor/contract/lib/http/permissions'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { type ApiKey, apiKeyList } from '@kontor/contract/users/keys'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useLabels } from '../../../lib/i18n/words.ts'
import { areaRows, columns } from '../roles/AreaRows.tsx'
import classes from './Keys.module.css'

/** Permissions by area: `Proizvodi (vidi, uvozi), Partneri (vidi)`. */
const inWords = (permissions: readonly string[], locale: Locale) =>
  areaRows
    .map(({ label, cells }) => {
      const verbs = columns.filter((verb) => permissions.includes(cells[verb] ?? ''))
      const words = verbs.map((verb) => verbLabels[verb][locale].toLowerCase())
      return words.length > 0 && `${label[locale]} (${words.join(', ')})`
    })
    .filter(Boolean)
    .join(', ')

/** The columns of an API key, for the list and the details. */
export function useKeyColumns(): Col<ApiKey>[] {
  const t = useTranslations()
  const { locale } = useLanguage()
  return useMemo(
    () => [
      { key: 'name', main: true, width: 200 },
      { key: 'prefix', width: 116, phone: 'line', code: true, cell: ({ prefix }) => `${prefix}…` },
      {
        key: 'role',
        width: 224,
        wraps: true,
        phone: 'below',
        cell: ({ role, rights }) =>
          rights ? `${roleLabels[role][locale]}: ${inWords(rights, locale)}` : roleLabels[role][locale],
      },
      {
        key: 'created_by',
        width: 144,
        cell: ({ created_by: maker }) =>
          maker && (
            <span title={maker.is_active ? undefined : t('keys.maker_gone_hint')}>
              {maker.name}
              {!maker.is_active && <span className={classes.gone}> ({t('keys.maker_gone')})</span>}
            </span>
          ),
      },
      { key: 'created_at' },
      {
        key: 'last_used_at',
        cell: ({ last_used_at }, { shortDateTime }) =>
          last_used_at ? shortDateTime(last_used_at) : t('keys.never'),
      },
      { key: 'ends_on', width: 104 },
      { key: 'is_active', width: 104, phone: 'end', cell: (key) => <State of={key} /> },
    ],
    [t, locale],
  )
}

/** Whether a key is valid, revoked or expired. */
function State({ of: { is_active, has_ended } }: { of: ApiKey }) {
  const t = useTranslations()
  const { flag } = useLabels(apiKeyList)
  if (!is_active) return <StatusChip on={false} label={flag.no} />
  if (has_ended) return <StatusChip on tone="warn" label={t('keys.ended')} />
  return <StatusChip on label={flag.yes} />
}
