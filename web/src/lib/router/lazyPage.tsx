import { type ComponentType, use } from 'react'
import { connection } from '../realtime/connection.ts'

/** A page whose code is loaded when it is first needed. */
export interface LazyPage {
  (): React.JSX.Element
  /** Starts loading; the router calls it before it shows the page and when a link is pointed at. */
  preload: () => Promise<void>
}

/** The documents' chunk time-out. */
const TIME_OUT = 120_000

/** Makes a page from a module's export. A load that failed is tried again at the next visit. */
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
    const Loaded: ComponentType = (loaded ?? use(start()))[name] // what is there is not waited for
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
  const timer = setTimeout(() => reject(new Error('The code of this page did not arrive in time')), TIME_OUT)
  const waited = connection.wait()
  return Promise.race([loading, promise]).finally(() => {
    waited()
    clearTimeout(timer)
  })
}
