import { areas } from '@kontor/contract/rights'
import { hideable, settings } from '@kontor/contract/users/settings'
import { Switch } from '@mantine/core'
import { useMay } from '../../../kit/rights/useMay.ts'
import { groups } from '../../../kit/shell/screen.ts'
import { shellTexts } from '../../../kit/shell/texts.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import type { EditedOffice } from './EditedOffice.tsx'
import classes from './Office.module.css'

interface ShownRecordsProps {
  edited: EditedOffice
  onChoose: (name: string, isHidden: boolean) => void
}

/** Which records the office uses, by the groups of the menu: the others are in nobody's way. */
export function ShownRecords({ edited, onChoose }: ShownRecordsProps) {
  const t = useTexts(texts, shellTexts)
  const { locale } = useLanguage()
  const may = useMay()
  return (
    <section className={classes.card} aria-labelledby="office-records">
      <h2 id="office-records">{t('office.records')}</h2>
      <p>{t('office.records_text')}</p>
      {groups.map((group) => {
        const names = hideable.filter((name) => areas[name].group === group)
        return (
          names.length > 0 && (
            <fieldset key={group} className={classes.group}>
              <legend>{t(`groups.${group}`)}</legend>
              {names.map((name) => (
                <Switch
                  key={name}
                  label={areas[name].label[locale]}
                  checked={!edited.hidden.has(name)}
                  disabled={!may(settings.update.needs)}
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
