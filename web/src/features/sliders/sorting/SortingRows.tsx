import { sliderTypes } from '@kontor/contract/sliders/kinds'
import type { SortedSlider } from '@kontor/contract/sliders/sorting'
import { IconArrowBarToUp, IconArrowDown, IconArrowUp, IconPinnedOff } from '@tabler/icons-react'
import { type ComponentProps, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { sliderImageUrl } from '../../../lib/api/imageUrls.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { SliderVisibility } from '../SliderVisibility.tsx'
import classes from './SortingDialog.module.css'

interface SortingRowsProps {
  rows: readonly SortedSlider[]
  /** How many of them have a place: the first ones. */
  placed: number
  act: { move: (from: number, to: number) => void; free: (from: number) => void }
}

/** The rows. Only the buttons of the current one are in the tab order; arrow keys go from row to row. */
export function SortingRows({ rows, placed, act }: SortingRowsProps) {
  const t = useTranslations()
  const list = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState<number>()
  const entered = rows.some(({ id }) => id === current) ? current : rows[0]?.id
  useLayoutEffect(() => list.current?.querySelector('button')?.focus(), [])
  useFocusInView(list)
  return (
    <ol ref={list} className={classes.rows} aria-label={t('sliders.order_title')}>
      {rows.map((slider, index) => (
        <Row
          key={slider.id}
          slider={slider}
          index={index}
          act={act}
          isPlaced={index < placed}
          isLast={index === rows.length - 1}
          tabIndex={slider.id === entered ? 0 : -1}
          onFocus={() => setCurrent(slider.id)}
        />
      ))}
    </ol>
  )
}

/** React gives a row that moves its focus back; it may have left the window. */
function useFocusInView(list: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (list.current?.contains(focused)) focused?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })
}

interface RowProps
  extends Pick<SortingRowsProps, 'act'>,
    Pick<ComponentProps<'button'>, 'tabIndex' | 'onFocus'> {
  slider: SortedSlider
  index: number
  isPlaced: boolean
  isLast: boolean
}

function Row({ slider, index, isPlaced, isLast, act, ...focus }: RowProps) {
  const t = useTranslations()
  const moves = useMoves({ index, isPlaced, isLast, act })
  const { locale } = useLanguage()
  return (
    <li data-id={slider.id} data-placed={isPlaced || undefined}>
      <span className={classes.place}>{index + 1}.</span>
      <img src={sliderImageUrl(slider.image) ?? ''} alt="" loading="lazy" />
      <span className={classes.name}>
        <b>{slider.name}</b>
        <span>
          {sliderTypes[slider.type].label[locale]}
          {!isPlaced && ` · ${t('sliders.automatic')}`}
        </span>
      </span>
      <span className={classes.state}>
        <SliderVisibility {...slider} is_active />
      </span>
      <span className={classes.tools}>
        {moves.map(({ name, icon, label, isOff, run, ...more }) => (
          <IconButton
            key={name}
            name={name}
            icon={icon}
            label={label}
            {...focus}
            aria-disabled={isOff || undefined}
            {...more}
            onClick={(event) => {
              focusOn(event)
              if (!isOff) run()
            }}
          />
        ))}
      </span>
    </li>
  )
}

/** The buttons of a row. */
function useMoves({ index, isPlaced, isLast, act }: Pick<RowProps, 'index' | 'isPlaced' | 'isLast' | 'act'>) {
  const t = useTranslations()
  return [
    {
      name: 'up',
      icon: IconArrowUp,
      label: t('sliders.up'),
      isOff: index === 0,
      'aria-keyshortcuts': 'Alt+ArrowUp',
      run: () => act.move(index, index - 1),
    },
    {
      name: 'down',
      icon: IconArrowDown,
      label: t('sliders.down'),
      isOff: isLast,
      'aria-keyshortcuts': 'Alt+ArrowDown',
      run: () => act.move(index, index + 1),
    },
    {
      name: 'top',
      icon: IconArrowBarToUp,
      label: t('sliders.to_top'),
      isOff: index === 0 && isPlaced,
      run: () => act.move(index, 0),
    },
    {
      name: 'automatic',
      icon: IconPinnedOff,
      label: t('sliders.automatic'),
      isOff: !isPlaced,
      run: () => act.free(index),
    },
  ]
}

/** Safari gives a clicked button no focus. */
const focusOn = ({ currentTarget }: MouseEvent<HTMLElement>) => currentTarget.focus()
