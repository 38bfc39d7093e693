import { IconFilter, IconHistory, IconInfoCircle, IconUsersGroup, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { LinkButton } from '../../../components/ui/LinkButton.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import chip from './chip.module.css'
import classes from './Notes.module.css'
import { restoreDropped } from './pickCategories.ts'
import { type DraftStore, useStore } from './store.ts'

/** Most names in a text; of more only the number. */
const MAX_NAMES = 5

/** The first names, and the number of others. */
export function useShortList() {
  const t = useTranslations()
  return (names: readonly string[]) => {
    const first = names.slice(0, MAX_NAMES).join(', ')
    return names.length > MAX_NAMES
      ? t('stepper.more', { names: first, count: names.length - MAX_NAMES })
      : first
  }
}

interface NotesProps {
  store: DraftStore
  categoryName: (id: number) => string
  /** Whether partners are being chosen. */
  isPartners: boolean
  /** In the partners step: goes to the categories. */
  onCategories?: (() => void) | undefined
  /**
   * Whether another window has the draft, which is then stored only there, and a function that takes it
   * over.
   */
  otherWindow?: { isElsewhere: boolean; takeOver: () => void }
  /** When the restored draft was started, and a function that discards it. */
  continued: { at: string; onDiscard: () => void } | null
}

/** Notices above the table. */
export function Notes({ store, categoryName, isPartners, onCategories, continued, otherWindow }: NotesProps) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const chosen = useStore(store, (state) => state.chosen.categories)
  return (
    <div className={classes.notes}>
      {otherWindow?.isElsewhere && (
        <Note
          tone="warn"
          icon={<IconInfoCircle size={16} aria-hidden />}
          action={t('stepper.take_over')}
          onAction={otherWindow.takeOver}
        >
          {t('stepper.elsewhere')}
        </Note>
      )}
      {continued && (
        <Note
          icon={<IconHistory size={16} aria-hidden />}
          action={t('stepper.discard')}
          onAction={continued.onDiscard}
        >
          {t('stepper.continued', { at: dateTime(continued.at) })}
        </Note>
      )}
      {onCategories && chosen.size > 0 && (
        <Note
          icon={<IconFilter size={16} aria-hidden />}
          action={t('stepper.change_categories')}
          onAction={onCategories}
        >
          <span className={classes.words}>{t('stepper.matched')} </span>
          {[...chosen].map((id) => (
            <span key={id} className={`${chip.chip} ${classes.chip}`}>
              {categoryName(id)}
            </span>
          ))}
        </Note>
      )}
      {isPartners && <Audience store={store} isPartners />}
    </div>
  )
}

/** Notices below the table: they come when the server has answered, and must not move the rows under the pointer. */
export function NotesBelow({
  store,
  categoryName,
  isPartners,
}: Pick<NotesProps, 'store' | 'categoryName' | 'isPartners'>) {
  return (
    <div className={classes.notes} data-below>
      <Dropped store={store} categoryName={categoryName} />
      {!isPartners && <Audience store={store} isPartners={false} />}
    </div>
  )
}

/**
 * Says who sees the campaign: without partners all partners of its categories. In the partners' step always shown,
 * elsewhere only when the last partner was deselected.
 */
function Audience({ store, isPartners }: Pick<NotesProps, 'store' | 'isPartners'>) {
  const t = useTranslations()
  const hasCategory = useStore(store, ({ chosen }) => chosen.categories.size > 0)
  const hasPartners = useStore(store, ({ chosen }) => chosen.partners.size > 0)
  const isEmptied = useStore(store, ({ base }) => base.partners.size > 0) && !hasPartners
  if (!hasCategory || !(isPartners || isEmptied)) return null
  return (
    <Note {...(isEmptied && { tone: 'warn' })} icon={<IconUsersGroup size={16} aria-hidden />}>
      {t(hasPartners ? 'stepper.selected_only' : isEmptied ? 'stepper.nobody_left' : 'stepper.nobody')}
    </Note>
  )
}

/** The partners removed together with a category, with undo. */
function Dropped({ store, categoryName }: Pick<NotesProps, 'store' | 'categoryName'>) {
  const t = useTranslations()
  const few = useShortList()
  const dropped = useStore(store, (state) => state.dropped)
  if (!dropped) return null
  const { categories, partners } = dropped
  const params = { count: partners.length, partners: few(partners.map(({ name }) => name)) }
  const names = categories.map(categoryName).join(', ')
  /** The button goes with the notice: the focus goes to the first restored category, or to the first row. */
  const focusRow = () => {
    const row = (which: string) => document.querySelector<HTMLElement>(`[role=dialog] tbody tr${which}`)
    const [first] = categories
    ;(row(`[data-id="${first}"]`) ?? row('[data-id]'))?.focus()
  }
  return (
    <Note
      tone="warn"
      icon={<IconInfoCircle size={16} aria-hidden />}
      action={t('stepper.restore')}
      onAction={() => {
        focusRow()
        restoreDropped(store)
      }}
      onClose={() => {
        focusRow()
        store.setDropped(null)
      }}
    >
      {t.rich('stepper.dropped', {
        ...params,
        names,
        categories: categories.length,
        b: (text: ReactNode) => <b>{text}</b>,
      })}
    </Note>
  )
}

interface NoteProps {
  icon: ReactNode
  tone?: 'warn'
  action?: string
  onAction?: () => void
  onClose?: () => void
  children: ReactNode
}

function Note({ icon, tone, action, onAction, onClose, children }: NoteProps) {
  const t = useTranslations()
  return (
    <div className={classes.note} data-tone={tone} role={tone && 'status'}>
      {icon}
      <p>{children}</p>
      {action && <LinkButton onClick={onAction}>{action}</LinkButton>}
      {onClose && <IconButton size="small" icon={IconX} label={t('stepper.dismiss')} onClick={onClose} />}
    </div>
  )
}
