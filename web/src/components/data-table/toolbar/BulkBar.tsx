import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconDownload,
  IconPencil,
  type IconProps,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { isFocusLost } from '../../ui/useFocusFallback.ts'
import type { BulkEdit as Edit } from '../bulk-edit/BulkEdit.tsx'
import classes from './BulkBar.module.css'

const BulkEdit = lazyPart(() => import('../bulk-edit/BulkEdit.tsx'), 'BulkEdit')

/** An action on several rows. */
export interface BulkAction<Row> {
  key: string
  icon: ComponentType<IconProps>
  label: string
  /** Resolves with whether it was carried out; the selection is then cleared. */
  run: (rows: readonly Row[]) => Promise<boolean>
  /** Rows that it changes; the action is shown while one of them is selected. */
  when?: (row: Row) => boolean
  permission?: RequiredPermission | undefined
}

type Edited = Omit<ComponentProps<typeof Edit>, 'onClose' | 'onDone'>

interface BulkBarProps {
  count: number
  /** The selected rows that this page of the list does not show. */
  hidden: number
  /** Edits the selected rows, or all that match the filters. */
  edit?: Edited | undefined
  /** Summary of the selection; the count when absent. */
  text?: string | undefined
  actions?: readonly Pick<BulkAction<never>, 'key' | 'icon' | 'label'>[] | undefined
  onAction: (key: string) => void
  onToggle?: ((target: boolean) => Promise<void>) | undefined
  /** Whether selected rows are active: those can be deactivated, the others restored. */
  states: ReadonlySet<boolean>
  onExport?: (() => void) | undefined
  onClear: () => void
}

const buttonProps = { variant: 'subtle', color: 'gray', px: 10 } as const

/** The floating bar of bulk actions, shown while rows are selected. */
export function BulkBar(props: BulkBarProps) {
  const { count, hidden, text, edit, actions, onAction, onToggle, states, onExport, onClear } = props
  const t = useTranslations()
  // The filters that "all rows" was chosen for; a change of the filters resets it.
  const [allOf, setAllOf] = useState<string>()
  const found = edit && JSON.stringify([edit.picked, edit.filters])
  if (edit && allOf === found)
    return (
      <Toolbar label={t('table.edit_many')}>
        <AllFound edit={edit} onClear={onClear} />
      </Toolbar>
    )
  return (
    <Toolbar label={t('table.picked', { count })}>
      <span className={classes.count} role="status">
        {text ?? t('table.picked', { count })}
        {hidden > 0 && ` · ${t('table.picked_hidden', { count: hidden })}`}
      </span>
      {edit && edit.total > count && (
        <Button variant="subtle" px={10} onClick={() => setAllOf(found)}>
          {t('table.pick_all', { count: edit.total })}
        </Button>
      )}
      {actions?.map(({ key, icon: Icon, label }) => (
        <Button key={key} {...buttonProps} leftSection={<Icon size={16} />} onClick={() => onAction(key)}>
          {label}
        </Button>
      ))}
      {edit && <EditMany edit={edit} onDone={onClear} />}
      {onToggle && <Toggles onToggle={onToggle} states={states} />}
      {onExport && (
        <Button {...buttonProps} leftSection={<IconDownload size={16} />} onClick={onExport}>
          {t('table.export')}
        </Button>
      )}
      <span className={classes.line} />
      <IconButton icon={IconX} label={t('table.unpick')} onClick={onClear} />
    </Toolbar>
  )
}

/**
 * The toolbar. `b` moves the focus into it, arrow keys move between buttons, Escape returns to the
 * previous row. When the toolbar unmounts with the focus, a selected row gets the focus.
 */
function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  const t = useTranslations()
  const bar = useRef<HTMLDivElement>(null)
  useFocusLeft(bar)
  const from = useRef<Element>(null)
  const buttons = () => [...(bar.current?.querySelectorAll('button') ?? [])]
  const enter = () => {
    from.current = document.activeElement
    buttons()[0]?.focus()
  }
  useShortcuts([{ key: 'b', label: t('table.to_bar'), run: enter }], 'list')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!bar.current?.contains(document.activeElement)) return // the focus is in a dialog that a button opened
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const previousRow = from.current?.matches('tr') && from.current.isConnected ? from.current : null
    const row = previousRow ?? document.querySelector('tbody tr[aria-selected=true]')
    if (step)
      buttons()
        .at((buttons().findIndex((one) => one.matches(':focus')) + step) % buttons().length)
        ?.focus()
    else if (event.key === 'Escape' && row instanceof HTMLElement) row.focus()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={bar}
      className={classes.bar}
      data-over-foot
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      aria-keyshortcuts="b"
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  )
}

/** Deactivates and restores. */
function Toggles({
  onToggle,
  states,
}: Pick<BulkBarProps, 'states'> & { onToggle: NonNullable<BulkBarProps['onToggle']> }) {
  const t = useTranslations()
  const off = <IconTrash key="off" size={16} />
  const on = <IconArrowBackUp key="on" size={16} />
  return (
    <>
      {states.has(true) && (
        <Button {...buttonProps} leftSection={off} onClick={() => void onToggle(false)}>
          {t('table.deactivate')}
        </Button>
      )}
      {states.has(false) && (
        <Button {...buttonProps} leftSection={on} onClick={() => void onToggle(true)}>
          {t('table.restore')}
        </Button>
      )}
    </>
  )
}

/** The state with all matching rows chosen: bulk edit is the only action. */
function AllFound({ edit, onClear }: Required<Pick<BulkBarProps, 'onClear'>> & { edit: Edited }) {
  const t = useTranslations()
  const count = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // The button that had the focus is unmounted.
    if (isFocusLost(count.current)) count.current?.parentElement?.querySelector('button')?.focus()
  }, [])
  return (
    <>
      <span ref={count} className={classes.count} role="status">
        {t('table.all_picked', { count: edit.total })}
      </span>
      <EditMany edit={{ ...edit, all: true }} onDone={onClear} />
      <span className={classes.line} />
      <IconButton icon={IconX} label={t('table.unpick')} onClick={onClear} />
    </>
  )
}

/** The bulk edit button; the dialog is loaded on first use. */
function EditMany({ edit, onDone }: { edit: Edited; onDone: () => void }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const can = usePermission()
  const [editing, setEditing] = useState<{ field?: string }>()
  return (
    <>
      <Button {...buttonProps} leftSection={<IconPencil size={16} />} onClick={() => setEditing({})}>
        {t('table.edit_many')}
      </Button>
      {Object.entries(edit.fields).map(
        ([field, { button, permission = [] }]) =>
          button &&
          permission.every((right) => can(right)) && (
            <Button key={field} {...buttonProps} onClick={() => setEditing({ field })}>
              {button[locale]}
            </Button>
          ),
      )}
      {editing && <BulkEdit {...edit} {...editing} onClose={() => setEditing(undefined)} onDone={onDone} />}
    </>
  )
}

/** When the bar unmounts with the focus, moves it to a selected row, else to the first row or the title. */
function useFocusLeft(bar: RefObject<HTMLElement | null>) {
  const containerRef = useRef<Element>(null)
  const picked = useRef<Element>(null)
  useEffect(() => {
    containerRef.current ??= bar.current?.closest('[role=dialog], main') ?? document.body
    picked.current = containerRef.current.querySelector('tbody tr[aria-selected=true]') ?? picked.current
  })
  useEffect(
    () => () => {
      if (!isFocusLost(containerRef.current)) return
      const row = picked.current?.isConnected ? picked.current : null
      const next =
        row ??
        containerRef.current?.querySelector('tbody tr[data-id]') ??
        containerRef.current?.querySelector('h1')
      if (!(next instanceof HTMLElement)) return
      if (next.tabIndex < 0) next.tabIndex = -1
      next.focus({ preventScroll: true })
    },
    [],
  )
}
