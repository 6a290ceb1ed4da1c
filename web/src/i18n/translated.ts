import texts from './es_pe/translated.json'
import i18next from './i18n'

export type TranslatedTexts = typeof texts

/* Only who has the page translated reads them. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
