import { type ComponentType, use } from 'react'
import { connection } from '../realtime/connection.ts'

/** A page whose code is loaded on demand. */
export interface LazyPage {
  (): React.JSX.Element
  /** Starts loading; called by the router before it renders the page and on link hover. */
  preload: () => Promise<void>
}

/** Timeout of a chunk in milliseconds, as documented. */
const TIMEOUT = 120_000

/** Makes a page of a module's export. A failed load is retried on the next visit. */
export function lazyPage<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K): LazyPage {
  let loading: Promise<Record<K, ComponentType>> | null = null
  let loaded: Record<K, ComponentType> | null = null
  const start = () => {
    loading ??= inTime(load()).then((module) => {
      loaded = module
      return module
    })
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once per screen, when the module loads
  function Page() {
    const Loaded: ComponentType = (loaded ?? use(start()))[name] // loaded code renders without suspending
    return <Loaded />
  }
  Page.preload = async () => {
    try {
      await start()
    } catch (error) {
      loading = null
      throw error
    }
  }
  return Page
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('The code of this page did not arrive in time')), TIMEOUT)
  const waited = connection.wait()
  return Promise.race([loading, promise]).finally(() => {
    waited()
    clearTimeout(timer)
  })
}
