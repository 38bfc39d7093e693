import { type ComponentType, createContext, type ReactNode, use, useEffect, useState } from 'react'
import { connection } from '../realtime/connection.ts'

/** Fallback of a part while its code loads. */
export const FallbackContext = createContext<ReactNode>(null)

/**
 * A component whose code is loaded on demand. Without a network it renders nothing and loads when the
 * network is back; a load that failed otherwise is tried again after a pause. Code that a newer build has replaced never loads; the app then offers to reload. It
 * does not use Suspense: React shows suspended content no sooner than 300 ms after its fallback, however
 * fast the code loads.
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
    const { [name]: part } = await retryWhenOnline(code)
    loaded = part as Loaded // TypeScript cannot infer that any component has props
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, when the module loads
  function LazyPart(props: PropsOf<M[K]>) {
    const [Loaded, show] = useState(() => loaded)
    const fallback = use(FallbackContext)
    if (!Loaded) void load()
    useEffect(() => {
      let isShown = !Loaded
      void loading?.then(() => isShown && show(() => loaded))
      return () => {
        isShown = false
      }
    }, [Loaded])
    // Nested parts have no fallback of their own.
    return <FallbackContext value={null}>{Loaded ? <Loaded {...props} /> : fallback}</FallbackContext>
  }
  /** Preloads the code; the component then renders at once. */
  LazyPart.load = load
  return LazyPart
}

/** A component that is not React.lazy. */
type Part = ComponentType<never> & { _result?: never }

type PropsOf<C> = C extends ComponentType<infer P> ? P & object : never

/** Milliseconds until code that did not load is requested again; doubled up to MAX_PAUSE. */
const FIRST_PAUSE = 1000
const MAX_PAUSE = 30_000

/** Loads again, when the server is back or after a pause, until it succeeds. */
export async function retryWhenOnline<T>(load: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
    try {
      return await load()
    } catch {
      await reconnectedOrAfter(pause)
    }
  }
}

/** A request may fail while the connection is not known to be lost, so that no return is reported. */
const reconnectedOrAfter = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = connection.onReturn(done)
  })
