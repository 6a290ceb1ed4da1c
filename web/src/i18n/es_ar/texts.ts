import type { i18n } from 'i18next'
import own from './own.json'
import { voseo } from './voseo'

type Texts = { [key: string]: string | Texts }

const each = (texts: Texts, change: (text: string) => string): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? change(text) : each(text, change),
    ]),
  )

/** Writes the amounts and rates of a sentence: "S/ 1,234.50" → "S/ 1.234,50", "10.5 %" → "10,5 %". */
const numbers = (text: string) =>
  text.replace(
    /(S\/ ?[−-]?)(\d[\d,]*\.\d+)|(\d+\.\d+)(?= ?%| a \d)/g,
    (_, sign = '', amount, rate) =>
      sign + (amount ?? rate).replace(/[.,]/g, (mark: string) => (mark === '.' ? ',' : '.')),
  )

/** Changes a server sentence from es_pe to es_ar. */
export const fromServer = (text: string) => numbers(voseo(text))

/**
 * Builds es_ar from es_pe: it is addressed to "vos", and has other words of the country. The texts of the till and the office are
 * added when they are loaded.
 */
export function addTexts(i18next: i18n) {
  const add = () => {
    const texts = each(i18next.getResourceBundle('es_pe', 'translation'), fromServer)
    i18next.addResourceBundle('es_ar', 'translation', texts, true, true)
    i18next.addResourceBundle('es_ar', 'translation', own, true, true)
  }
  if (i18next.hasResourceBundle('es_ar', 'translation')) return
  add()
  i18next.store.on('added', (locale: string) => locale === 'es_pe' && add())
}
