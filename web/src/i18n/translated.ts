import texts from './es_pe/translated.json'
import i18next from './i18n'

export type TranslatedTexts = typeof texts

/* These texts are read only by people who have the page translated by their browser. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
