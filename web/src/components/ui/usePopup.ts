import { type ToggleEvent, useCallback, useEffect, useId, useRef, useState } from 'react'

/** Pixels between the button and its popup, and between the popup and the window's edge. */
const GAP = 4
const EDGE = 8
/** With less space below, the popup opens above when there is more. */
const ROOM = 240

/**
 * A popup at a button, by the popover API: the button toggles it, Escape and a click outside close it,
 * and the focus returns. Spread `button` and `panel`; render the content only while `isOpen`.
 */
export function usePopup(width = 0) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => panel.current?.hidePopover(), [])
  useEffect(() => {
    if (!isOpen) return
    const stop = new AbortController()
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Node && panel.current?.contains(target))) close()
    }
    // A scroll just before opening fires its event in the next frame, before this runs.
    const frame = requestAnimationFrame(() => {
      addEventListener('scroll', onScroll, { capture: true, signal: stop.signal })
      addEventListener('resize', close, { signal: stop.signal })
    })
    return () => {
      cancelAnimationFrame(frame)
      stop.abort()
    }
  }, [isOpen, close])
  const button = `${id}-button`
  return {
    isOpen,
    close,
    button: { id: button, popoverTarget: id, 'aria-expanded': isOpen, 'aria-controls': id },
    panel: {
      ref: panel,
      id,
      popover: 'auto' as const,
      tabIndex: -1,
      onBeforeToggle: ({ currentTarget, newState }: ToggleEvent<HTMLDivElement>) => {
        if (newState === 'open') positionPanel(currentTarget, document.getElementById(button), width)
        if (newState === 'open') setOpen(true)
      },
      // The content unmounts only after closing: the browser restores the focus only if the focused
      // element still exists.
      onToggle: ({ currentTarget, newState }: ToggleEvent<HTMLDivElement>) => {
        if (newState === 'open') focusFirst(currentTarget)
        else setOpen(false)
      },
    },
  }
}

function positionPanel(panel: HTMLElement, button: HTMLElement | null, width: number) {
  const { top, bottom, right } = (button ?? document.body).getBoundingClientRect()
  const across = document.documentElement.clientWidth
  const below = innerHeight - bottom
  const isAbove = below < ROOM && top > below
  panel.style.top = isAbove ? 'auto' : `${bottom + GAP}px`
  panel.style.bottom = isAbove ? `${innerHeight - top + GAP}px` : 'auto'
  panel.style.right = `${Math.max(EDGE, Math.min(across - right, across - width - EDGE))}px`
  panel.style.maxHeight = `${(isAbove ? top : below) - GAP - EDGE}px`
  if (width > 0) panel.style.width = `${width}px`
}

function focusFirst(panel: HTMLElement) {
  const find = (selector: string) => panel.querySelector<HTMLElement>(selector)
  const first = find('[aria-checked=true]') ?? find('[role^=menuitem], input, button') ?? panel
  first.focus({ preventScroll: true })
}
