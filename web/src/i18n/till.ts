import texts from './es_pe/till.json'
import i18next from './i18n'

export type TillTexts = typeof texts

/* The texts of the till and the kitchen: none of them is needed to sign in. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
