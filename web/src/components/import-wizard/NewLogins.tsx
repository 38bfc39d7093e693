import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { saveText } from '../../lib/api/saveBlob.ts'
import { csvOf } from '../../lib/i18n/csv.ts'
import wizard from './import.module.css'
import classes from './NewLogins.module.css'

/** A login created by an import; without another username it is the partner's number. */
interface Login {
  id?: number
  username?: string
  name: string
  password: string
}

/** The logins in the response of an import. */
const loginsIn = (result: ImportResult & { passwords?: Login[] }) =>
  (result.passwords ?? []).map(({ id, username = String(id), name, password }) => ({
    username,
    name,
    password,
  }))

/** Whether an import has created logins. */
export const hasLogins = (result: ImportResult) => loginsIn(result).length > 0

interface NewLoginsProps {
  result: ImportResult
  onSaved: () => void
}

/** The logins created by an import: the passwords are shown once, and can be saved as a file. */
export function NewLogins({ result, onSaved }: NewLoginsProps) {
  const t = useTranslations()
  const logins = loginsIn(result)
  if (logins.length === 0) return null
  const save = () => {
    const head = [t('login.username'), t('upload.name'), t('upload.password')]
    const rows = logins.map(({ username, name, password }) => [username, name, password])
    onSaved()
    saveText(csvOf([head, ...rows]), `${t('upload.logins_file')}.csv`, 'text/csv')
  }
  return (
    <section
      className={`${wizard.panel} ${classes.logins}`}
      aria-label={t('upload.new_logins', { count: logins.length })}
    >
      <header>
        <b>{t('upload.new_logins', { count: logins.length })}</b>
        <span>{t('upload.new_logins_help')}</span>
        <Button leftSection={<IconDownload size={16} />} onClick={save}>
          {t('upload.save_logins')}
        </Button>
      </header>
      <ul>
        {logins.slice(0, MAX_ROWS).map(({ username, name, password }) => (
          <li key={username}>
            <span>{username}</span>
            <span>{name}</span>
            <code>{password}</code>
          </li>
        ))}
      </ul>
      {logins.length > MAX_ROWS && <p>{t('upload.first_rows', { count: MAX_ROWS })}</p>}
    </section>
  )
}

/** Most rows that are rendered; the saved file has all. */
const MAX_ROWS = 200
