import { permissionAreas } from '@kontor/contract/permissions'
import { hideable, settings } from '@kontor/contract/users/settings'
import { Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { groups } from '../../../components/shell/screen.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import type { EditedOffice } from './EditedOffice.tsx'
import classes from './Office.module.css'

interface ShownRecordsProps {
  edited: EditedOffice
  onChoose: (name: string, isHidden: boolean) => void
}

/** The record types that the office uses, by navigation group; the others are hidden. */
export function ShownRecords({ edited, onChoose }: ShownRecordsProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const can = usePermission()
  return (
    <section className={classes.card} aria-labelledby="office-records">
      <h2 id="office-records">{t('office.records')}</h2>
      <p>{t('office.records_text')}</p>
      {groups.map((group) => {
        const names = hideable.filter((name) => permissionAreas[name].group === group)
        return (
          names.length > 0 && (
            <fieldset key={group} className={classes.group}>
              <legend>{t(`groups.${group}`)}</legend>
              {names.map((name) => (
                <Switch
                  key={name}
                  label={permissionAreas[name].label[locale]}
                  checked={!edited.hidden.has(name)}
                  disabled={!can(settings.update.permission)}
                  onChange={({ currentTarget }) => onChoose(name, !currentTarget.checked)}
                />
              ))}
            </fieldset>
          )
        )
      })}
    </section>
  )
}
