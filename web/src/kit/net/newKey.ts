import { useRef } from 'react'

/** A key that names one attempt. `crypto.randomUUID` is missing where the office runs it on plain http. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Names attempts to save: the same values sent again, when their answer was lost, have the same key and are saved once. */
export function useKeyOf() {
  const last = useRef<{ of: object; key: string } | null>(null)
  return (values: object) => {
    if (last.current?.of !== values) last.current = { of: values, key: newKey() }
    return last.current.key
  }
}
