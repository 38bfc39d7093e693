// palette: finds screens, records and actions by a few letters. Also entered at finder.ts (what it finds),
// foldedMatch.ts (how).
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import { useEscape } from '../dialog/useEscape.ts'
import { useFocusReturn } from '../dialog/useFocusReturn.ts'
import { useInFront } from '../keys/front.ts'
import type { Screen } from '../shell/screen.ts'
import { shellTexts } from '../shell/texts.ts'
import { useTexts } from '../texts/useTexts.ts'
import classes from './Palette.module.css'
import { PaletteOption } from './PaletteOption.tsx'
import { type Choice, useChoices } from './useChoices.ts'

interface Props {
  screens: readonly Screen[]
  field: RefObject<HTMLInputElement | null>
  typed: string
  /** Enter was pressed before the field was there. */
  isEntered: boolean
  onType: (typed: string) => void
  onClose: () => void
}

/** Jump to a screen, find a record, run an action: one field, one list, the keyboard alone. It opens over dialogs. */
export function Palette({ screens, field, typed, isEntered, onType, onClose }: Props) {
  const t = useTexts(shellTexts)
  const id = useId()
  const { groups, isBusy, isFailed } = useChoices(screens, typed)
  const all = groups.flatMap(({ choices }) => choices)
  const { current, point, onKeyDown, run } = useKeyboard(all, typed, onClose)
  useEscape(onClose)
  useInFront()
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
      closeOnEscape={false} // Mantine would close the dialog below as well
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.placeholder')}>
        <div className={classes.field}>
          <IconSearch size={20} stroke={1.6} aria-hidden />
          <input
            ref={field}
            type="search"
            role="combobox"
            aria-expanded
            aria-controls={id}
            aria-activedescendant={all[current] && `${id}-${current}`}
            aria-label={t('shell.search')}
            placeholder={t('shell.search')}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            data-autofocus
            value={typed}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <kbd>Esc</kbd>
        </div>
        <div
          className={classes.list}
          id={id}
          role="listbox"
          aria-label={t('palette.placeholder')}
          aria-busy={isBusy}
        >
          {groups.map((group) => (
            <Choices key={group.key} {...{ group, id, all, typed, current, point, run }} />
          ))}
        </div>
        <Foot typed={typed} count={all.length} isBusy={isBusy} isFailed={isFailed} />
      </Modal.Content>
    </Modal.Root>
  )
}

interface ChoicesProps extends Pick<ReturnType<typeof useKeyboard>, 'current' | 'point' | 'run'> {
  group: ReturnType<typeof useChoices>['groups'][number]
  id: string
  all: readonly Choice[]
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
        const place = all.indexOf(choice)
        return (
          <PaletteOption
            key={choice.key}
            id={`${id}-${place}`}
            choice={choice}
            typed={typed}
            isCurrent={place === current}
            onPoint={() => point(place)}
            onChoose={(newTab) => run(choice, newTab)}
          />
        )
      })}
    </div>
  )
}

interface FootProps {
  typed: string
  count: number
  isBusy: boolean
  isFailed: boolean
}

/** What the keys do, and how much was found. */
function Foot({ typed, count, isBusy, isFailed }: FootProps) {
  const t = useTexts(shellTexts)
  const said = isBusy ? t('common.loading') : t('palette.shown', { count })
  return (
    <>
      {count === 0 && !isBusy && <p className={classes.empty}>{t('palette.nothing', { text: typed })}</p>}
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
        <span role="status">{isFailed ? t('palette.failed') : said}</span>
      </div>
    </>
  )
}

/** Enter that came early takes the first choice, once there is one. */
function useEarlyEnter(first: Choice | false | undefined, run: (first: Choice) => void) {
  const onFirst = useEffectEvent(run)
  const isThere = Boolean(first)
  const take = useEffectEvent(() => first && onFirst(first))
  useEffect(() => {
    if (isThere) take()
  }, [isThere])
}

/** The choice that Enter takes: the first one, until the arrows or the pointer say another. */
function useKeyboard(all: Choice[], typed: string, onClose: () => void) {
  const [pointed, setPointed] = useState({ typed, place: 0 })
  const current = pointed.typed === typed ? Math.min(pointed.place, Math.max(0, all.length - 1)) : 0
  const point = (place: number) => setPointed({ typed, place })
  const run = (choice: Choice, newTab: boolean) => {
    onClose()
    choice.run(newTab)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const choice = all[current]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && all.length > 0) point((current + step + all.length) % all.length)
    else if (event.key === 'Enter' && choice) run(choice, event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return { current, point, onKeyDown, run }
}
