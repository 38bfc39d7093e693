import type { Campaign } from '@kontor/contract/campaigns'
import { QUANTITY } from '@kontor/contract/campaigns/kinds'
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConflictTable } from '../../../components/form/conflict/ConflictTable.tsx'
import { useChangedBy } from '../../../components/form/conflict/useChangedBy.ts'
import { Dialog, DialogBody } from '../../../components/ui/dialog/Dialog.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { type DraftPart, parts } from './draft.ts'
import classes from './MergeDialog.module.css'
import { type Changes, type Conflict, conflictName } from './merge.ts'
import { useShortList } from './Notes.tsx'
import { useOtherVersion } from './useOtherVersion.ts'

interface MergeDialogProps {
  campaign: Campaign
  categoryName: (id: number) => string
  conflicts: readonly Conflict[]
  /** The changes of others since loading; absent when unknown. */
  server?: Changes
  /** Who made them. */
  by?: ErrorBody['saved_by']
  /** Partners that will be removed, because they share no category. */
  lost?: readonly RecordRef[]
  merge: (keptConflicts: ReadonlySet<string>) => void
  acceptServer?: () => void
  goBack: () => void
}

/**
 * The dialog of a version conflict: shows what others added, removed and changed, and asks per value that
 * both changed.
 */
export function MergeDialog(props: MergeDialogProps) {
  const { conflicts, server, lost = [], merge, acceptServer, goBack } = props
  const t = useTranslations()
  const [keptConflicts, setKeptConflicts] = useState<ReadonlySet<string>>(
    () => new Set(conflicts.map(conflictName)),
  )
  const { nameOf, peopleOf } = useOtherVersion(props)
  const fields = useFields(conflicts, nameOf, props.campaign.campaign_type_id === QUANTITY)
  const apart = conflicts.length === 0
  const who = useChangedBy(props.by)
  return (
    <Dialog
      title={t(server ? 'stepper.merge_title' : 'stepper.merge_kept')}
      width={680}
      onClose={goBack}
      note={
        acceptServer && (
          <Button size="md" variant="default" onClick={acceptServer}>
            {t('conflict.take_theirs')}
          </Button>
        )
      }
      buttons={
        <>
          {server && (
            <Button size="md" variant="default" onClick={goBack}>
              {t('conflict.back')}
            </Button>
          )}
          <Button size="md" data-autofocus={apart || undefined} onClick={() => merge(keptConflicts)}>
            {t(server ? 'conflict.save' : 'stepper.merge_go_on')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <p>
          {t(apart ? 'stepper.merge_apart' : server ? 'stepper.merge_text' : 'stepper.merge_kept_text', {
            who,
          })}
        </p>
        {!apart && <ConflictTable fields={fields} keptFields={keptConflicts} onKeep={setKeptConflicts} />}
        {server && <OtherChanges server={server} lost={lost} nameOf={nameOf} peopleOf={peopleOf} />}
      </DialogBody>
    </Dialog>
  )
}

type NameOf = (part: DraftPart, id: number) => string

/** The values of both sides, formatted: amounts, or the pieces of products in a campaign by quantity. */
function useFields(conflicts: readonly Conflict[], nameOf: NameOf, isByQuantity: boolean) {
  const t = useTranslations()
  const { euro, integer } = useFormat()
  return useMemo(() => {
    const format = (part: DraftPart, value: string | null) => {
      if (value === null) return t('stepper.not_in')
      if (value === '') return t(part === 'products' ? 'stepper.own_value' : 'stepper.missing', { count: 1 })
      return part === 'products' && isByQuantity ? integer(Number(value)) : euro(value)
    }
    return conflicts.map((one) => ({
      name: conflictName(one),
      label: nameOf(one.part, one.id),
      base: format(one.part, one.base),
      mine: format(one.part, one.mine),
      server: format(one.part, one.server),
    }))
  }, [conflicts, nameOf, isByQuantity, t, euro, integer])
}

interface OtherChangesProps {
  server: Changes
  lost: readonly RecordRef[]
  nameOf: NameOf
  peopleOf: (part: DraftPart) => readonly string[]
}

/** The changes of others per step with their author, and the partners that are removed because of them. */
function OtherChanges({ server, lost, nameOf, peopleOf }: OtherChangesProps) {
  const t = useTranslations()
  const few = useShortList()
  const lines = parts.flatMap((part, index) => {
    const sorted = Map.groupBy(server[part], ([, { before, now }]) =>
      before === null ? 'added' : now === null ? 'removed' : 'changed',
    )
    const step = t(`stepper.step_${([1, 2, 3] as const)[index] ?? 1}`)
    const people = peopleOf(part).join(', ')
    return (['added', 'removed', 'changed'] as const).flatMap((sort) => {
      const changes = sorted.get(sort)
      if (!changes) return []
      const names = few(changes.map(([id]) => nameOf(part, id)))
      return {
        key: `${part} ${sort}`,
        label: `${step}: ${t(`stepper.${sort}`).toLowerCase()} ${changes.length}`,
        text: people ? t('stepper.by', { names, people }) : names,
      }
    })
  })
  if (lost.length > 0)
    lines.push({
      key: 'lost',
      label: `${t('stepper.merge_lost')}: ${lost.length}`,
      text: few(lost.map(({ name }) => name)),
    })
  if (lines.length === 0) return null
  return (
    <section className={classes.theirs}>
      <h3>{t('stepper.theirs')}</h3>
      <dl>
        {lines.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
