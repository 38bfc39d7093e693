import type { Permission } from '@kontor/contract/lib/http/permissions'
import type { Locale } from '@kontor/contract/lib/text/locales'
import type { Icon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { Can } from '../../../lib/permissions/usePermission.ts'

/** Something that can be put into a text. */
export interface Suggestion {
  key: string
  name: string
  note?: string
  /** What is put in; mentions stand in it as tokens. */
  text: string
}

/** What a sign offers while one writes. */
export interface Source {
  sign: '@' | '/'
  /** Only in front of all other text: a stroke stands in many texts. */
  atStart?: true
  /** The kinds of text that it is for; without them all. */
  kinds?: readonly string[]
  /** Of the button that does the same as the sign. */
  label: Readonly<Record<Locale, string>>
  /** Where nothing is found, or nothing is there yet. */
  none: Readonly<Record<Locale, string>>
  icon: Icon
  permission: readonly [Permission, ...Permission[]]
  /** By what was typed after the sign, and what kind of text is written. */
  find: (
    typed: string,
    options: { signal: AbortSignal; queries: QueryClient; kind: string; can: Can },
  ) => Promise<readonly Suggestion[]>
}

/** The app provides them: components know no records. */
export const SourcesContext = createContext<readonly Source[]>([])
