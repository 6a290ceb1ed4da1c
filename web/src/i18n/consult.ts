import texts from './es_pe/consult.json'
import i18next from './i18n'

export type ConsultTexts = typeof texts

/* What the public page says: whoever scans a paper loads neither the till's texts nor the office's. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
