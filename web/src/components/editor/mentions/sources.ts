import type { Permission } from '@kontor/contract/lib/http/permissions'
import type { LocalizedText } from '@kontor/contract/lib/text/locales'
import type { Icon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import type { Can } from '../../../lib/permissions/usePermission.ts'

/** A text that can be inserted. */
export interface Suggestion {
  key: string
  name: string
  note?: string
  /** The inserted text, with mentions as tokens. */
  text: string
}

/** What a trigger character offers while typing. */
export interface Source {
  trigger: '@' | '/'
  /** Only at the start of the text: a slash is common inside texts. */
  atStart?: true
  /** The kinds of text that it applies to; all when absent. */
  kinds?: readonly string[]
  /** Label of the button that inserts the trigger. */
  label: LocalizedText
  /** Shown when nothing is found or nothing exists. */
  none: LocalizedText
  icon: Icon
  permission: readonly [Permission, ...Permission[]]
  /** Finds suggestions by the typed query and the kind of text. */
  find: (
    typed: string,
    options: { signal: AbortSignal; queries: QueryClient; kind: string; can: Can },
  ) => Promise<readonly Suggestion[]>
}

/** Provided by the app: components do not import features. */
export const SourcesContext = createContext<readonly Source[]>([])
