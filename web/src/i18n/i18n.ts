import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import esAr from './es_ar.json'
import esPe from './es_pe/start.json'
import type { OfficeTexts } from './office'
import type { TillTexts } from './till'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof esPe & TillTexts & OfficeTexts }
  }
}

/* es_pe is complete, with what `till` and `office` add to it; es_ar holds only what is said differently there. */
void i18next.use(initReactI18next).init({
  lng: chosenLocale(),
  fallbackLng: 'es_pe',
  supportedLngs: ['es_pe', 'es_ar'],
  lowerCaseLng: true,
  load: 'currentOnly',
  interpolation: { escapeValue: false },
  resources: { es_pe: { translation: esPe }, es_ar: { translation: esAr } },
})

function chosenLocale(): string {
  const stored = localStorage.getItem('comanda.locale')
  return stored === 'es_ar' ? stored : 'es_pe'
}

export default i18next
