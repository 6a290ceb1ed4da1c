import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { AllergyTexts } from './allergy'
import type { ChoiceTexts } from './choices'
import type { ConsultTexts } from './consult'
import type { CourseTexts } from './courses'
import esPe from './es_pe/start.json'
import type { OfficeTexts } from './office'
import { number } from './region'
import type { SaleTexts } from './sale'
import type { TillTexts } from './till'
import type { TranslatedTexts } from './translated'
import type { WeightTexts } from './weight'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof esPe &
        ConsultTexts &
        TillTexts &
        SaleTexts &
        AllergyTexts &
        WeightTexts &
        ChoiceTexts &
        CourseTexts &
        OfficeTexts &
        TranslatedTexts
    }
  }
}

/* es_pe is complete, together with `till` and `office`; es_ar is made of it, and loaded by those who read it (`locale.ts`). */
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

/* Counts have a thousands separator, the number of a command has none. */
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
