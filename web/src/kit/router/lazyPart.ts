import { type ComponentType, lazy } from 'react'
import { connection } from '../live/connection.ts'
import { language } from '../texts/language.ts'

/**
 * A part of a screen whose code comes when it is first needed. Without a network it comes when that is back: it is
 * missing until then, and what is on screen stays. Code that a newer build has replaced never comes; the app then says
 * that there is one.
 */
export const lazyPart = <K extends string, M extends Record<K, Part>>(load: () => Promise<M>, name: K) =>
  lazy(async () => {
    const { [name]: part } = await patiently(async () => {
      const loaded = await load()
      await language.ready()
      return loaded
    })
    return { default: part as ComponentType<PropsOf<M[K]>> } // of any component TypeScript cannot say that it has props
  })

/** A component; not one that is lazy itself, which React refuses to find behind a lazy one. */
type Part = ComponentType<never> & { _result?: never }

type PropsOf<C> = C extends ComponentType<infer P> ? P : never

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
