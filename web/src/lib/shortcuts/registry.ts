/** A key that does something where one is now. */
export interface Key {
  /** As the browser calls it (`n`, `?`, `ArrowDown`), `Space`, one with Ctrl (`Ctrl a`), or two that follow one another: `g p`. */
  key: string
  /** A key that does the same while nothing has the focus. */
  also?: string
  /** What it does, for the sheet of all keys. */
  label: string
  run: () => void
  /** Whether it does anything now; it does when absent. */
  when?: boolean
  /** Held down it goes on. */
  repeats?: boolean
}

/** What belongs together on the sheet. Of two keys of one name the later group's counts: it is nearer to the hand. */
export const keyGroups = ['everywhere', 'go', 'list', 'row', 'here'] as const
export type KeyGroup = (typeof keyGroups)[number]

export interface Entry {
  group: KeyGroup
  /** The dialog that it belongs to; none: the screen. */
  within: symbol | undefined
  /** Asked at each key, for what can be done changes with every drawing. */
  keys: () => readonly Key[]
}

interface ActiveKey extends Key {
  group: KeyGroup
}

/** A key as it was pressed. */
interface Stroke {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  repeat: boolean
  timeStamp: number
  /** Nothing has the focus. */
  bare?: boolean
}

/** So long the second of two keys may take. */
const PATIENCE = 1500

/** The handlers by key; those behind a dialog are not called. */
export function makeRegistry(entries: readonly Entry[]) {
  let begun = { prefix: '', at: Number.NEGATIVE_INFINITY }

  /** The keys that count with this in front, each once, the nearest first. */
  function active(front: symbol | undefined): ActiveKey[] {
    const near = entries
      .map((entry, place) => ({ entry, rank: keyGroups.indexOf(entry.group), place }))
      .filter(({ entry }) => entry.within === front)
      .sort((one, other) => other.rank - one.rank || other.place - one.place)
    const found = new Map<string, ActiveKey>()
    for (const { entry } of near) {
      for (const key of entry.keys()) {
        if (key.when !== false && !found.has(key.key)) found.set(key.key, { ...key, group: entry.group })
      }
    }
    return [...found.values()]
  }

  return {
    active,
    /** Runs what a key does; false when it does nothing. */
    press(stroke: Stroke, front: symbol | undefined): boolean {
      const name = nameOf(stroke)
      const keys = active(front)
      const prefix = stroke.timeStamp - begun.at < PATIENCE ? begun.prefix : ''
      begun = { prefix: '', at: Number.NEGATIVE_INFINITY }
      const found =
        keys.find(({ key }) => prefix && key === `${prefix} ${name}`) ??
        keys.find(({ key, also }) => key === name || (stroke.bare && also === name))
      if (found) {
        if (!stroke.repeat || found.repeats) found.run()
        return true
      }
      if (!keys.some(({ key }) => key.startsWith(`${name} `))) return false
      begun = { prefix: name, at: stroke.timeStamp }
      return true
    },
  }
}

/** What a key is called; with Ctrl, or what a Mac has for it, it is another. */
const nameOf = (stroke: Stroke) =>
  stroke.ctrlKey || stroke.metaKey ? `Ctrl ${plainName(stroke)}` : plainName(stroke)

/** What a key is called, whatever alphabet it writes: where there are no Latin letters its place on the keyboard counts. */
function plainName({ key, code, shiftKey }: Stroke): string {
  if (key === ' ') return 'Space'
  const [, place] = /^Key([A-Z])$/.exec(code) ?? []
  const letter = /^[a-z]$/i.test(key) ? key : /^\p{L}$/u.test(key) && place
  if (!letter) return key
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}
