import type { ImportResult } from '@kontor/contract/kit/imports/imports'
import type { PartnerImportResult } from '@kontor/contract/partners'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { importTexts } from '../../kit/import/texts.ts'
import { csvOf } from '../../kit/texts/csv.ts'
import { saveText } from '../../kit/texts/saveText.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import classes from './NewLogins.module.css'
import { texts } from './texts.ts'

interface NewLoginsProps {
  result: ImportResult
  onSaved: () => void
}

/** The logins in the answer of an import. */
export const loginsIn = (result: ImportResult & Partial<PartnerImportResult>) => result.passwords ?? []

/** The logins that an import has made: their passwords are shown once, and as a list to hand out. */
export function NewLogins({ result, onSaved }: NewLoginsProps) {
  const t = useTexts(texts, importTexts)
  const logins = loginsIn(result)
  if (logins.length === 0) return null
  const save = () => {
    const head = [t('partners.username'), t('features.partners.details'), t('partners.password')]
    const rows = logins.map(({ id, name, password }) => [String(id), name, password])
    onSaved()
    saveText(csvOf([head, ...rows]), `${t('partners.logins_file')}.csv`, 'text/csv')
  }
  return (
    <section className={classes.logins} aria-label={t('partners.new_logins', { count: logins.length })}>
      <header>
        <b>{t('partners.new_logins', { count: logins.length })}</b>
        <span>{t('partners.new_logins_help')}</span>
        <Button leftSection={<IconDownload size={16} stroke={1.6} />} onClick={save}>
          {t('partners.save_logins')}
        </Button>
      </header>
      <ul>
        {logins.slice(0, SHOWN).map(({ id, name, password }) => (
          <li key={id}>
            <span>{id}</span>
            <span>{name}</span>
            <code>{password}</code>
          </li>
        ))}
      </ul>
      {logins.length > SHOWN && <p>{t('upload.first_rows', { count: SHOWN })}</p>}
    </section>
  )
}

/** Rows that are drawn; the saved list has all of them. */
const SHOWN = 200
