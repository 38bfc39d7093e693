// Texts and values in the language of the person.
import { type Locale, locales, TIME_ZONE } from '@kontor/contract/lib/text/locales'
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react'
import { IntlProvider, type Messages, useTranslations } from 'use-intl'
import { language } from './language.ts'

/** What `useTranslations` gives. */
export type Translate = ReturnType<typeof useTranslations<never>>

interface Language {
  locale: Locale
  /** Loads and shows another language and remembers it. */
  choose: (locale: Locale) => Promise<void>
}
const { choose } = language
const languages: Record<Locale, Language> = { cnr: { locale: 'cnr', choose }, en: { locale: 'en', choose } }

/** The language on screen and the way to change it. */
export const useLanguage = (): Language => languages[useSyncExternalStore(language.subscribe, language.shown)]

/** Gives texts and formats to everything below it; `language.load` has been awaited. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale } = useLanguage()
  useEffect(() => {
    document.documentElement.lang = locales[locale]
  }, [locale])
  return (
    <IntlProvider
      locale={locales[locale]}
      timeZone={TIME_ZONE}
      messages={language.texts(locale) as unknown as Messages} // typed by what the build has put there
      onError={ignoreMissing}
    >
      {children}
    </IntlProvider>
  )
}

// A key that the server sends and we do not know is answered with the general text; see `useMessage`.
const ignoreMissing = () => {}

/**
 * Turns a key that is known only at run time, and its arguments, into text; see {@link messageText}. A refusal without a
 * text (489) has the general title.
 */
export function useMessage() {
  const t = useTranslations()
  return useCallback((key: string, params?: Params) => messageText(t, key || 'error.title', params), [t])
}

/**
 * The text of a message: of a key its own, also without the documents' `validation.`; of a key that nobody knows the
 * general error. What is no key is a text already, in a server's own words.
 */
export function messageText(t: Pick<Translate, 'has'>, key: string, params?: Params) {
  for (const one of [key, `validation.${key}`]) {
    const known = one as 'common.save' // any key: `has` decides whether it is one
    const written = key && t.has(known) ? (t as unknown as Loose)(known, params) : ''
    if (written && written !== one) return written
  }
  const isKey = /^[a-z]\w*(\.\w+)*$/.test(key)
  return isKey ? (t as unknown as Loose)('error.internal') : key
}
type Params = Record<string, string | number>
type Loose = (key: string, params?: Params) => string
