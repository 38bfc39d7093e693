import { Modal } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { useActiveLayer } from '../../lib/shortcuts/activeLayer.ts'
import type { LoadedCommands, Screen } from '../shell/screen.ts'
import { useEscape } from '../ui/dialog/useEscape.ts'
import { useFocusReturn } from '../ui/dialog/useFocusReturn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { ListboxOption } from '../ui/ListboxOption.tsx'
import type { PaletteEntry } from './choice.ts'
import { MarkedMatch } from './MarkedMatch.tsx'
import classes from './Palette.module.css'
import { useChoices } from './useChoices.ts'
import { type Subject, useKeyboard } from './useKeyboard.ts'
import { SEARCHED } from './useRecords.ts'

interface PaletteProps {
  screens: readonly Screen[]
  commands: () => Promise<LoadedCommands>
  field: RefObject<HTMLInputElement | null>
  typed: string
  /** Enter was pressed before the input was mounted. */
  isEntered: boolean
  onType: (typed: string) => void
  onClose: () => void
}

/**
 * The command palette: one input and one list of screens, records and actions. It opens above other
 * dialogs.
 */
export function Palette({ screens, commands, field, typed, isEntered, onType, onClose }: PaletteProps) {
  const t = useTranslations()
  const id = useId()
  const [subject, setSubject] = useState<Subject>({})
  const { groups, isBusy, isFailed, stableCount } = useChoices({ screens, commands, typed, ...subject })
  const all = groups.flatMap(({ choices }) => choices)
  const enter = (next: Subject) => {
    setSubject(next)
    onType('')
  }
  const { current, point, onKeyDown, run } = useKeyboard({
    all,
    typed,
    subject,
    isBusy,
    isFailed,
    stableCount,
    enter,
    onClose,
  })
  useEscape(onClose)
  useActiveLayer()
  useFocusReturn()
  useEarlyEnter(isEntered && !isBusy && all[0], (first) => run(first, false))
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={680}
      yOffset={112}
      padding={0}
      classNames={classes}
      closeOnEscape={false} // Mantine would also close the dialog below.
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.placeholder')}>
        <Field
          field={field}
          typed={typed}
          subject={subject}
          onType={onType}
          onClose={onClose}
          onKeyDown={onKeyDown}
          aria-controls={id}
          aria-activedescendant={all[current] && `${id}-${current}`}
        />
        <div
          className={classes.list}
          id={id}
          role="listbox"
          aria-label={t('palette.placeholder')}
          aria-busy={isBusy}
        >
          {groups.map((group) => (
            <Choices
              key={group.key}
              group={group}
              id={id}
              all={all}
              typed={typed}
              current={current}
              point={point}
              run={run}
            />
          ))}
        </div>
        {all.length === 0 && !isBusy && (
          <p className={classes.empty}>
            {typed.trim().length < SEARCHED ? t('palette.type') : t('palette.nothing', { text: typed })}
          </p>
        )}
        <Footer
          isBusy={isBusy}
          isFailed={isFailed}
          count={all.length}
          hasActions={all[current]?.actions !== undefined}
          isBack={subject.of !== undefined || subject.pendingAction !== undefined}
        />
      </Modal.Content>
    </Modal.Root>
  )
}

interface FieldProps
  extends ComponentProps<'input'>,
    Pick<PaletteProps, 'field' | 'typed' | 'onType' | 'onClose'> {
  subject: Subject
}

/** The input, with the record or action that it is about in front. */
function Field({ field, typed, subject, onType, onClose, ...rest }: FieldProps) {
  const t = useTranslations()
  const name = subject.of?.name ?? subject.pendingAction?.name
  return (
    <div className={classes.field}>
      <IconSearch size={20} aria-hidden />
      {name !== undefined && <span className={classes.subject}>{name}</span>}
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-expanded
        {...rest}
        aria-label={t('shell.search')}
        placeholder={
          subject.pendingAction ? t('palette.whom') : subject.of ? t('palette.what') : t('shell.search')
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <kbd>Esc</kbd>
      <IconButton className={classes.close ?? ''} icon={IconX} label={t('common.close')} onClick={onClose} />
    </div>
  )
}

interface ChoicesProps extends Pick<ReturnType<typeof useKeyboard>, 'current' | 'point' | 'run'> {
  group: ReturnType<typeof useChoices>['groups'][number]
  id: string
  all: readonly PaletteEntry[]
  typed: string
}

function Choices({ group: { label, choices }, id, all, typed, current, point, run }: ChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options; a fieldset groups form fields
    <div role="group" aria-label={label}>
      <div className={classes.group} aria-hidden>
        {label}
      </div>
      {choices.map((choice) => {
        const index = all.indexOf(choice)
        return (
          <PaletteOption
            key={choice.key}
            id={`${id}-${index}`}
            choice={choice}
            typed={typed}
            isCurrent={index === current}
            onPoint={() => point(index)}
            onChoose={(newTab) => run(choice, newTab)}
          />
        )
      })}
    </div>
  )
}

interface PaletteOptionProps {
  id: string
  choice: PaletteEntry
  typed: string
  isCurrent: boolean
  onPoint: () => void
  onChoose: (newTab: boolean) => void
}

/** One option of the palette: icon, name with the match marked, note, and the code at the right. */
function PaletteOption({ id, choice, typed, isCurrent, onPoint, onChoose }: PaletteOptionProps) {
  const t = useTranslations()
  const { icon: Icon, name, note, pieces, code } = choice
  return (
    <ListboxOption
      id={id}
      isCurrent={isCurrent}
      aria-selected={isCurrent}
      className={classes.option}
      onPointerMove={onPoint}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
    >
      {Icon ? <Icon size={18} aria-hidden /> : <span className={classes.indent} />}
      <span className={Icon ? classes.name : classes.more}>
        <MarkedMatch text={name} typed={Icon ? typed : ''} />
      </span>
      <span className={classes.note} data-none={pieces === 0 || undefined}>
        {pieces === undefined ? note : t('order.pieces', { count: pieces })}
      </span>
      {code && <span className={classes.code}>{code}</span>}
      {isCurrent && <kbd aria-hidden>Enter</kbd>}
    </ListboxOption>
  )
}

interface FootProps {
  count: number
  isBusy: boolean
  isFailed: boolean
  /** An action for the current choice exists. */
  hasActions: boolean
  /** The user can go back to the full list. */
  isBack: boolean
}

/** The footer: key hints and the number of results. */
function Footer({ count, isBusy, isFailed, hasActions, isBack }: FootProps) {
  const t = useTranslations()
  const status = isBusy ? t('common.loading') : t('palette.shown', { count })
  return (
    <div className={classes.keys}>
      <span aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.choose')}
      </span>
      <span aria-hidden>
        <kbd>Enter</kbd> {t('palette.open')}
      </span>
      <span aria-hidden>
        <kbd>Ctrl</kbd> <kbd>Enter</kbd> {t('palette.new_tab')}
      </span>
      {hasActions && (
        <span aria-hidden>
          <kbd>Tab</kbd> {t('palette.acts')}
        </span>
      )}
      {isBack && (
        <span aria-hidden>
          <kbd>←</kbd> {t('palette.back')}
        </span>
      )}
      <span role="status">{isFailed ? t('palette.failed') : status}</span>
    </div>
  )
}

/** Runs the first choice, once, as soon as it exists when Enter was pressed too early. */
function useEarlyEnter(first: PaletteEntry | false | undefined, run: (first: PaletteEntry) => void) {
  const onFirst = useEffectEvent(run)
  const hasFirst = Boolean(first)
  const isTaken = useRef(false)
  const take = useEffectEvent(() => {
    if (!first || isTaken.current) return
    isTaken.current = true
    onFirst(first)
  })
  useEffect(() => {
    if (hasFirst) take()
  }, [hasFirst])
}
