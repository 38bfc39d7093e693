import { useTranslations } from 'use-intl'
import check from '../../data-table/check.module.css'
import classes from './ConflictDialog.module.css'

/** A changed field with formatted values. */
export interface ChangedField {
  name: string
  label: string
  base: string
  mine: string
  server: string
}

interface ConflictTableProps {
  fields: readonly ChangedField[]
  /** Names of the fields whose form value is kept. */
  keptFields: ReadonlySet<string>
  onKeep: (keys: ReadonlySet<string>) => void
}

/** The fields changed by both sides, side by side; one value is chosen per row. */
export function ConflictTable({ fields, keptFields, onKeep }: ConflictTableProps) {
  const t = useTranslations()
  const choose = (name: string, isMine: boolean) => {
    const others = [...keptFields].filter((one) => one !== name)
    onKeep(new Set(isMine ? [...others, name] : others))
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('conflict.field')}</th>
          <th scope="col">{t('conflict.mine')}</th>
          <th scope="col">{t('conflict.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, label, mine, server }, index) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            {[true, false].map((isMine) => (
              <td key={String(isMine)} data-on={keptFields.has(name) === isMine || undefined}>
                <label>
                  <input
                    type="radio"
                    className={check.check}
                    name={`keep-${name}`}
                    aria-label={t(isMine ? 'conflict.choose_mine' : 'conflict.choose_theirs', {
                      field: label,
                      value: isMine ? mine : server,
                    })}
                    checked={keptFields.has(name) === isMine}
                    data-autofocus={(index === 0 && isMine) || undefined}
                    onChange={() => choose(name, isMine)}
                  />
                  <span>{isMine ? mine : server}</span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
