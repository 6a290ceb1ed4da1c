import texts from './es_pe/till.json'
import i18next from './i18n'

export type TillTexts = typeof texts

/* What is said at the till and in the kitchen: nothing of it is needed to sign in. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
