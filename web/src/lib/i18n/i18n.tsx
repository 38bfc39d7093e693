// Texts and formats in the language of the user.
import { type Locale, locales, TIME_ZONE } from '@kontor/contract/lib/text/locales'
import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react'
import { IntlProvider, type Messages, useTranslations } from 'use-intl'
import { ApiError } from '../api/apiRequest.ts'
import { shownError } from '../api/shownError.ts'
import { language } from './language.ts'

/** The return type of `useTranslations`. */
export type Translate = ReturnType<typeof useTranslations<never>>

interface Language {
  locale: Locale
  /** Loads another language, shows it and stores the choice; says so when it cannot be loaded. */
  choose: (locale: Locale) => void
}
const choose = (locale: Locale) => {
  language.choose(locale).catch(() => shownError.show(new ApiError(0, { message: 'error.network' })))
}
const languages: Record<Locale, Language> = { cnr: { locale: 'cnr', choose }, en: { locale: 'en', choose } }

/** The current language, and a function that changes it. */
export const useLanguage = (): Language => languages[useSyncExternalStore(language.subscribe, language.shown)]

/** Provides texts and formats. Render it after `language.load` has resolved. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale } = useLanguage()
  useEffect(() => {
    document.documentElement.lang = locales[locale]
  }, [locale])
  return (
    <IntlProvider
      locale={locales[locale]}
      timeZone={TIME_ZONE}
      messages={language.texts(locale) as unknown as Messages} // `language` does not know the types of the catalogues
      onError={ignoreMissing}
    >
      {children}
    </IntlProvider>
  )
}

// For an unknown key of the server `messageText` returns the general error.
const ignoreMissing = () => {}

/**
 * Returns a function that translates a key that is known only at run time; see {@link messageText}. For an error
 * without a text (489) it returns the general title.
 */
export function useMessage() {
  const t = useTranslations()
  return useCallback((key: string, params?: Params) => messageText(t, key || 'error.title', params), [t])
}

/**
 * The text of a message. The prefix `validation.` of a key may be absent. For an unknown key it is the general error.
 * Anything that does not look like a key is returned as it is: some servers send texts.
 */
export function messageText(t: Pick<Translate, 'has'>, key: string, params?: Params) {
  for (const one of [key, `validation.${key}`]) {
    const known = one as 'common.save' // typed as some key; `has` checks it
    const written = key && t.has(known) ? (t as unknown as Loose)(known, params) : ''
    if (written && written !== one) return written
  }
  const isKey = /^[a-z]\w*(\.\w+)*$/.test(key)
  return isKey ? (t as unknown as Loose)('error.internal') : key
}
type Params = Record<string, string | number>
type Loose = (key: string, params?: Params) => string
