import i18next from './i18n'
import { isLocale, type Locale, setRegion } from './region'

/*
 * A user who chose es_ar or es_pe in their profile reads it on this device; anybody else reads what the company chose, before
 * log-in too. What was shown last is shown at once, until the server has been asked.
 */
const lastKey = 'comanda.locale'
const companyKey = 'comanda.locale.company'
const ownKey = (user: number) => `comanda.locale.${user}`

let signedIn: number | null = null
let translated = (text: string) => text

/** Changes a server sentence to the words and numbers of the locale. */
export const fromServer = (text: string) => translated(text)

const stored = (key: string): Locale | null => {
  const name = localStorage.getItem(key)
  return isLocale(name) ? name : null
}

/** Returns the locale that a user chose on this device; null means that of the company. */
export const ownLocale = (user: number) => stored(ownKey(user))

export function chooseLocale(user: number, locale: Locale | null): Promise<void> {
  if (locale) localStorage.setItem(ownKey(user), locale)
  else localStorage.removeItem(ownKey(user))
  return settle()
}

export function setCompanyLocale(locale: unknown) {
  if (!isLocale(locale)) return
  localStorage.setItem(companyKey, locale)
  void settle()
}

/** Sets the user whose choice counts from now on; null means that nobody is signed in. */
export function localeOf(user: number | null) {
  signedIn = user
  void settle()
}

/** Shows the last locale, before anything is drawn. */
export const startLocale = () => show(stored(lastKey) ?? 'es_pe')

const settle = () => show((signedIn === null ? null : ownLocale(signedIn)) ?? stored(companyKey) ?? 'es_pe')

let wanted: Locale = 'es_pe'

async function show(locale: Locale) {
  wanted = locale
  localStorage.setItem(lastKey, locale)
  if (i18next.language === locale) return
  const words = locale === 'es_ar' ? await import('./es_ar/texts') : null
  // Another locale was asked for meanwhile.
  if (wanted !== locale) return
  words?.addTexts(i18next)
  translated = words?.fromServer ?? ((text) => text)
  setRegion(locale)
  document.documentElement.lang = locale === 'es_ar' ? 'es-AR' : 'es-PE'
  await i18next.changeLanguage(locale)
}
