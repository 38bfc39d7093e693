import { Button } from '@mantine/core'
import {
  IconFilterOff,
  IconFilterSearch,
  IconPlugConnectedX,
  IconPlus,
  IconRefresh,
  IconSearch,
  IconTable,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { CallError } from '../call.ts'
import { useMessage } from '../i18n.tsx'
import { Notice } from '../Notice.tsx'

/** There is nothing yet: the action that adds the first. */
export function NothingYet({ title, text, add }: { title: string; text: string; add?: { label: string; run: () => void } | undefined }) {
  return (
    <Notice icon={IconTable} title={title} text={text}>
      {add && (
        <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={add.run}>
          {add.label}
        </Button>
      )}
    </Notice>
  )
}

interface NothingFoundProps {
  /** The filters, named: `Naziv: 205/55 R61`. */
  filters: readonly string[]
  onClear: () => void
  /** What stood in the only text filter, to be looked for in every column. */
  everywhere?: { text: string; run: () => void } | undefined
}

/** The filters leave nothing: which they are, and the ways out. */
export function NothingFound({ filters, onClear, everywhere }: NothingFoundProps) {
  const t = useTranslations()
  return (
    <Notice icon={IconFilterSearch} title={t('table.nothing_found')} text={filters.join(' · ')}>
      {everywhere && (
        <Button variant="default" leftSection={<IconSearch size={16} stroke={1.6} />} onClick={everywhere.run}>
          {t('table.everywhere', { text: everywhere.text })}
        </Button>
      )}
      <Button variant="default" leftSection={<IconFilterOff size={16} stroke={1.6} />} onClick={onClear}>
        {t('table.clear')}
      </Button>
    </Notice>
  )
}

/** It could not be loaded: what is kept, and once more. */
export function NotLoaded({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const t = useTranslations()
  const message = useMessage()
  return (
    <Notice
      icon={IconPlugConnectedX}
      title={t('table.failed')}
      text={`${message(error.body.message, error.body.params)} ${t('table.failed_kept')}`}
    >
      <Button variant="default" leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Notice>
  )
}
