import { useEffect, useMemo } from 'react'

/** An object URL for a file, revoked when it is no longer shown; null without a file. */
export function useObjectUrl(file: Blob | null | undefined): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url
}
