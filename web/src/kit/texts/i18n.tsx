// texts: texts and values in the language of the person. Also entered at csv.ts, format.ts, room.ts, saveText.ts.
import { type Locale, locales, TIME_ZONE } from '@kontor/contract/kit/api/locales'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { IntlProvider, type Messages, useTranslations } from 'use-intl'
import type { cnr } from '../../i18n/cnr.ts'
import { door } from '../router/door.ts'
import { session } from '../session/session.ts'

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof cnr
  }
}

/** Path of a text in the catalogue, e.g. `common.save`. */
export type MessageKey = Parameters<ReturnType<typeof useTranslations<never>>>[0]

const KEY = 'lang'

/** The language that was chosen last time. */
export const rememberedLocale = (): Locale => (localStorage.getItem(KEY) === 'en' ? 'en' : 'cnr')

const catalogues = {
  office: { cnr: () => import('../../i18n/cnrOffice.ts'), en: () => import('../../i18n/enOffice.ts') },
  visitors: { cnr: () => import('../../i18n/cnrVisitors.ts'), en: () => import('../../i18n/enVisitors.ts') },
  partners: { cnr: () => import('../../i18n/cnrPartners.ts'), en: () => import('../../i18n/enPartners.ts') },
}

/** Loads a catalogue; only the language in use travels, and of it what this app shows, the door alone to visitors. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const part = door.home !== '/' ? 'partners' : session.token() ? 'office' : 'visitors'
  const { texts } = await catalogues[part][locale]()
  // The types are those of the whole catalogue, in Montenegrin; English has the same keys.
  return texts as unknown as Messages
}

interface Language {
  locale: Locale
  /** Loads and shows another language and remembers it. */
  choose: (locale: Locale) => Promise<void>
}
const LanguageContext = createContext<Language | null>(null)

/** The language on screen and the way to change it. */
export function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('useLanguage needs a LanguageProvider')
  return language
}

/** Whether the texts of all screens are here; loads them when only those of the door are. */
export function useAllTexts(): boolean {
  const { locale, choose } = useLanguage()
  const isHere = useTranslations().has('palette.screens')
  useEffect(() => {
    if (!isHere) void choose(locale)
  }, [isHere, locale, choose])
  return isHere
}

interface Props {
  first: { locale: Locale; messages: Messages }
  children: ReactNode
}

/** Gives texts and formats to everything below it. */
export function LanguageProvider({ first, children }: Props) {
  const [shown, show] = useState(first)
  const choose = useCallback(async (locale: Locale) => {
    show({ locale, messages: await loadMessages(locale) })
    localStorage.setItem(KEY, locale)
  }, [])
  useEffect(() => {
    document.documentElement.lang = locales[shown.locale]
  }, [shown.locale])
  const language = useMemo(() => ({ locale: shown.locale, choose }), [shown.locale, choose])
  return (
    <LanguageContext value={language}>
      <IntlProvider
        locale={locales[shown.locale]}
        timeZone={TIME_ZONE}
        messages={shown.messages}
        onError={ignoreMissing}
      >
        {children}
      </IntlProvider>
    </LanguageContext>
  )
}

// A key that the server sends and we do not know is answered with the general text; see `useMessage`.
const ignoreMissing = () => {}

/** Turns a key that is known only at run time, and its arguments, into text; see {@link messageText}. */
export function useMessage() {
  const t = useTranslations()
  return useCallback((key: string, params?: Params) => messageText(t, key, params), [t])
}

/**
 * The text of a message: of a key its own, also without the documents' `validation.`; of a key that nobody knows the
 * general error. What is no key is a text already, in a server's own words.
 */
export function messageText(
  t: Pick<ReturnType<typeof useTranslations<never>>, 'has'>,
  key: string,
  params?: Params,
) {
  for (const one of [key, `validation.${key}`]) {
    const known = one as 'login.title' // any key: `has` decides whether it is one
    const written = key && t.has(known) ? (t as unknown as Loose)(known, params) : ''
    if (written && written !== one) return written
  }
  const isKey = /^[a-z]\w*(\.\w+)*$/.test(key)
  return isKey ? (t as unknown as Loose)('error.internal') : key
}
type Params = Record<string, string | number>
type Loose = (key: string, params?: Params) => string
