import { type ComponentType, lazy } from 'react'
import { connection } from './connection.ts'

/**
 * A part of a screen whose code comes when it is first needed. Without a network it comes when that is back: it is
 * missing until then, and what is on screen stays. Code that a newer build has replaced never comes; the app then says
 * that there is one.
 */
export const lazyPart = <K extends string, P>(load: () => Promise<Record<K, ComponentType<P>>>, name: K) =>
  lazy(async () => ({ default: (await patiently(load))[name] }))

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
