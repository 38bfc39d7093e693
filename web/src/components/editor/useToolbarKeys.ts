import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

/** A toolbar is one stop of the Tab key; the arrows, Home and End move inside it. */
export function useToolbarKeys() {
  const place = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const buttons = () => [...(place.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const wanted: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: -1,
    }
    const next = wanted[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const index = buttons().indexOf(event.target)
    if (index >= 0) setCurrent(index)
  }
  return {
    bar: { ref: place, onKeyDown, onFocus },
    tabIndex: (index: number) => (index === current ? 0 : -1),
    focus: () => buttons()[current]?.focus(),
  }
}
