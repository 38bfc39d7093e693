import { type ComponentType, createContext, type ReactNode, use, useEffect, useState } from 'react'
import { connection } from '../realtime/connection.ts'

/** What stands where a part will be, until its code has come. */
export const WaitingContext = createContext<ReactNode>(null)

/**
 * A part of a screen whose code comes when it is first needed. Without a network it comes when that is back: it is
 * missing until then, and what is on screen stays. Code that a newer build has replaced never comes; the app then says
 * that there is one.
 *
 * It does not suspend: React shows what was suspended no sooner than 300 ms after its fallback, however quickly the
 * code comes.
 */
export function lazyPart<K extends string, M extends Record<K, Part>>(code: () => Promise<M>, name: K) {
  type Loaded = ComponentType<PropsOf<M[K]>>
  let loaded: Loaded | undefined
  let loading: Promise<void> | undefined
  const load = () => {
    loading ??= come()
    return loading
  }
  const come = async () => {
    const { [name]: part } = await patiently(code)
    loaded = part as Loaded // of any component TypeScript cannot say that it has props
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, when the module loads
  function LazyPart(props: PropsOf<M[K]>) {
    const [Loaded, show] = useState(() => loaded)
    const waiting = use(WaitingContext)
    if (!Loaded) void load()
    useEffect(() => {
      let isHere = !Loaded
      void loading?.then(() => isHere && show(() => loaded))
      return () => {
        isHere = false
      }
    }, [Loaded])
    // What waits, and what has come, has parts of its own that wait for themselves.
    return <WaitingContext value={null}>{Loaded ? <Loaded {...props} /> : waiting}</WaitingContext>
  }
  /** Loads the code before the part is needed; shown after that, it never waits. */
  LazyPart.load = load
  return LazyPart
}

/** A component; not one that is lazy itself. */
type Part = ComponentType<never> & { _result?: never }

type PropsOf<C> = C extends ComponentType<infer P> ? P & object : never

async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await untilReturn()
    }
  }
}

const untilReturn = () =>
  new Promise<void>((resolve) => {
    const stop = connection.onReturn(() => {
      stop()
      resolve()
    })
  })
