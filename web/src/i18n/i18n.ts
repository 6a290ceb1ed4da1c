import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { ConsultTexts } from './consult'
import esPe from './es_pe/start.json'
import type { OfficeTexts } from './office'
import { number } from './region'
import type { SaleTexts } from './sale'
import type { TillTexts } from './till'
import type { TranslatedTexts } from './translated'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof esPe & ConsultTexts & TillTexts & SaleTexts & OfficeTexts & TranslatedTexts
    }
  }
}

/* es_pe is complete, with what `till` and `office` add to it; es_ar is made of it, and loaded by who reads it (`locale.ts`). */
void i18next
  .use(initReactI18next)
  .use({ type: 'formatter', init: () => {}, add: () => {}, addCached: () => {}, format: counted } as const)
  .init({
    lng: 'es_pe',
    fallbackLng: 'es_pe',
    supportedLngs: ['es_pe', 'es_ar'],
    lowerCaseLng: true,
    load: 'currentOnly',
    interpolation: { escapeValue: false, alwaysFormat: true },
    resources: { es_pe: { translation: esPe } },
  })

/* Thousands are set apart in what is counted, not in the number of a comanda. */
const counts = new Set(['accounts', 'active', 'changed', 'count', 'created', 'occupied', 'same', 'total'])

function counted(
  value: unknown,
  _format?: string,
  _locale?: string,
  options?: { interpolationkey?: string },
) {
  return typeof value === 'number' && counts.has(options?.interpolationkey ?? '') ? number(value) : value
}

export default i18next
