import type { Route } from '@kontor/contract/lib/http/route'
import { IconArrowBackUp, IconInfoCircle, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ListRow } from '../listRow.ts'
import type { RowAction } from '../rowAction.ts'
import type { OpenDialog } from './useRecordDialog.ts'

interface RowActionOptions<Row> {
  canShow: boolean
  goTo?: ((row: Row) => void) | undefined
  canEdit: boolean
  hasDetails?: ((row: Row) => boolean) | undefined
  toggle?: Route | undefined
  /** The feature's own actions, between edit and deactivate. */
  actions?: readonly RowAction<Row>[] | undefined
}

const toggles = { slot: 'toggle', shortcut: 'delete' }

/** The actions of a row: details, edit, the feature's own, and deactivate or restore. */
export function useRowActions<Row extends ListRow>(
  { canShow, goTo, canEdit, hasDetails, toggle, actions }: RowActionOptions<Row>,
  show: (dialog: OpenDialog<Row>) => void,
  runToggle: (rows: readonly Row[], target: boolean) => Promise<boolean>,
): readonly RowAction<Row>[] {
  const t = useTranslations()
  const canToggle = toggle !== undefined
  return useMemo(() => {
    const all: (RowAction<Row> | false)[] = [
      (canShow || goTo !== undefined) && {
        key: 'details',
        icon: IconInfoCircle,
        label: t('table.details'),
        ...(hasDetails && { when: hasDetails }),
        run: (row) => (goTo ? goTo(row) : show({ kind: 'details', row })),
      },
      canEdit && {
        key: 'edit',
        icon: IconPencil,
        label: t('table.edit'),
        run: (row) => show({ kind: 'form', row }),
      },
      ...(actions ?? []),
      canToggle && {
        key: 'deactivate',
        ...toggles,
        icon: IconTrash,
        label: t('table.deactivate'),
        when: (row) => row.is_active !== false,
        run: (row) => void runToggle([row], false),
      },
      canToggle && {
        key: 'restore',
        ...toggles,
        icon: IconArrowBackUp,
        label: t('table.restore'),
        when: (row) => row.is_active === false,
        run: (row) => void runToggle([row], true),
      },
    ]
    return all.filter((action) => action !== false)
  }, [t, canShow, goTo, hasDetails, canEdit, canToggle, actions, show, runToggle])
}
