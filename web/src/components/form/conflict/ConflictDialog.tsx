// The dialog of a version conflict.
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useLabels } from '../../../lib/i18n/words.ts'
import { Dialog, DialogBody } from '../../ui/dialog/Dialog.tsx'
import { columnLabel, type ShownField } from '../FormContext.ts'
import { shownValue } from '../recordForm.ts'
import type { useRecordForm } from '../useRecordForm.ts'
import classes from './ConflictDialog.module.css'
import { type ChangedField, ConflictTable } from './ConflictTable.tsx'
import { useChangedBy } from './useChangedBy.ts'

interface ConflictDialogProps extends NonNullable<ReturnType<typeof useRecordForm>['conflict']> {
  list: RecordList
  shown: ReadonlyMap<string, ShownField>
}

/**
 * Shown when somebody else has saved the record meanwhile. Fields changed by one side are merged; for a
 * field changed by both the user chooses a value.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { changed, person, merge, acceptServer, goBack } = props
  const t = useTranslations()
  const who = useChangedBy(person)
  const [keptFields, setKeptFields] = useState<ReadonlySet<string>>(() => new Set(changed.both))
  const { both, serverChanges, ownChanges } = useFields(props)
  return (
    <Dialog
      title={t('conflict.title')}
      width={680}
      onClose={goBack}
      note={
        <Button size="md" variant="default" onClick={acceptServer}>
          {t('conflict.take_theirs')}
        </Button>
      }
      buttons={
        <>
          <Button size="md" variant="default" onClick={goBack}>
            {t('conflict.back')}
          </Button>
          <Button size="md" data-autofocus={both.length === 0 || undefined} onClick={() => merge(keptFields)}>
            {t('conflict.save')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>{t(both.length > 0 ? 'conflict.text' : 'conflict.apart', { who })}</p>
        {both.length > 0 && <ConflictTable fields={both} keptFields={keptFields} onKeep={setKeptFields} />}
        <Changes title={t('conflict.taken')} fields={serverChanges} />
        <Changes title={t('conflict.own')} fields={ownChanges} />
      </DialogBody>
    </Dialog>
  )
}

function useFields({ changed, sides, before, by, list, shown }: ConflictDialogProps) {
  const t = useTranslations()
  const { flag } = useLabels(list)
  const { locale } = useLanguage()
  const inWords = (name: string): ChangedField => {
    const { label = columnLabel(list, name, locale), show = shownValue } = shown.get(name) ?? {}
    const format = (value: unknown) => show(value) || t('conflict.empty')
    const { base, mine, server } = sides
    return { name, label, base: format(base[name]), mine: format(mine[name]), server: format(server[name]) }
  }
  const stateOf = ({ is_active = true }) => flag[is_active ? 'yes' : 'no']
  const base = stateOf(before)
  const server = stateOf(by)
  // The active flag is not a form field; it is toggled in the list.
  const state = { name: 'is_active', label: t('conflict.state'), base, mine: base, server }
  const serverRows = [...changed.server.map(inWords), ...(base === server ? [] : [state])]
  return {
    both: changed.both.map(inWords),
    serverChanges: serverRows.map((field) => ({ ...field, now: field.server })),
    ownChanges: changed.mine.map(inWords).map((field) => ({ ...field, now: field.mine })),
  }
}

/** Changes that need no choice. */
function Changes({ title, fields }: { title: string; fields: (ChangedField & { now: string })[] }) {
  if (fields.length === 0) return null
  return (
    <section className={classes.changes}>
      <h3>{title}</h3>
      <dl>
        {fields.map(({ name, label, base, now }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <del>{base}</del>
              <span aria-hidden> → </span>
              {now}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
