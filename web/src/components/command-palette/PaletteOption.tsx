import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Choice } from './choice.ts'
import { Marked } from './Marked.tsx'
import classes from './Palette.module.css'

interface Props {
  id: string
  choice: Choice
  typed: string
  isCurrent: boolean
  onPoint: () => void
  onChoose: (newTab: boolean) => void
}

/** One option of the palette: icon, name with the match marked, note, and the code at the right. */
export function PaletteOption({ id, choice, typed, isCurrent, onPoint, onChoose }: Props) {
  const t = useTranslations()
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  const { icon: Icon, name, note, pieces, code } = choice
  return (
    // The input keeps the focus and handles the keys (aria-activedescendant).
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={classes.option}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      onKeyDown={undefined}
    >
      {Icon ? <Icon size={18} stroke={1.6} aria-hidden /> : <span className={classes.indent} />}
      <span className={Icon ? classes.name : classes.more}>
        <Marked text={name} typed={Icon ? typed : ''} />
      </span>
      <span className={classes.note} data-none={pieces === 0 || undefined}>
        {pieces === undefined ? note : t('palette.pieces', { count: pieces })}
      </span>
      {code && <span className={classes.code}>{code}</span>}
      {isCurrent && <kbd aria-hidden>Enter</kbd>}
    </div>
  )
}
