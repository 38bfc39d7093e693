/** A shortcut of a component. */
export interface Key {
  /**
   * As `KeyboardEvent.key` (`n`, `?`, `ArrowDown`), `Space`, with Ctrl (`Ctrl a`), or a sequence of two:
   * `g p`.
   */
  key: string
  /** A key that does the same while nothing has the focus. */
  also?: string
  /** Its description in the help. */
  label: string
  run: () => void
  /** Whether it is active; active when absent. */
  when?: boolean
  /** Key repeat runs it again. */
  repeats?: boolean
}

/**
 * Groups in the help, from general to specific. Of two shortcuts with the same key that of the later
 * group wins.
 */
export const keyGroups = ['everywhere', 'go', 'list', 'row', 'here'] as const
export type KeyGroup = (typeof keyGroups)[number]

export interface Entry {
  group: KeyGroup
  /** The dialog that it belongs to; undefined for the screen. */
  within: symbol | undefined
  /** Called on each key press, because shortcuts change with every render. */
  keys: () => readonly Key[]
}

interface ActiveKey extends Key {
  group: KeyGroup
}

/** A pressed key. */
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

/** Milliseconds between the two keys of a sequence. */
const SEQUENCE_MS = 1500

/** Handles keys for the registered shortcuts; those behind a dialog are inactive. */
export function makeRegistry(entries: readonly Entry[]) {
  let sequence = { prefix: '', at: Number.NEGATIVE_INFINITY }

  /** The active shortcuts under the topmost layer, each key once, most specific first. */
  function active(front: symbol | undefined): ActiveKey[] {
    const near = entries
      .map((entry, index) => ({ entry, rank: keyGroups.indexOf(entry.group), index }))
      .filter(({ entry }) => entry.within === front)
      .sort((one, other) => other.rank - one.rank || other.index - one.index)
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
    /** Runs the shortcut of a key; returns false when there is none. */
    press(stroke: Stroke, front: symbol | undefined): boolean {
      const name = nameOf(stroke)
      const keys = active(front)
      const prefix = stroke.timeStamp - sequence.at < SEQUENCE_MS ? sequence.prefix : ''
      sequence = { prefix: '', at: Number.NEGATIVE_INFINITY }
      const found =
        keys.find(({ key }) => prefix && key === `${prefix} ${name}`) ??
        keys.find(({ key, also }) => key === name || (stroke.bare && also === name))
      if (found) {
        if (!stroke.repeat || found.repeats) found.run()
        return true
      }
      if (!keys.some(({ key }) => key.startsWith(`${name} `))) return false
      sequence = { prefix: name, at: stroke.timeStamp }
      return true
    },
  }
}

/** Name of a pressed key; Ctrl and ⌘ are part of it. */
const nameOf = (stroke: Stroke) =>
  stroke.ctrlKey || stroke.metaKey ? `Ctrl ${plainName(stroke)}` : plainName(stroke)

/** Name of a key without modifiers; on keyboards without Latin letters by its position. */
function plainName({ key, code, shiftKey }: Stroke): string {
  if (key === ' ') return 'Space'
  const [, physicalLetter] = /^Key([A-Z])$/.exec(code) ?? []
  const letter = /^[a-z]$/i.test(key) ? key : /^\p{L}$/u.test(key) && physicalLetter
  if (!letter) return key
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase()
}
