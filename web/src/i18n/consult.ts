import texts from './es_pe/consult.json'
import i18next from './i18n'

export type ConsultTexts = typeof texts

/* The texts of the public page: a guest who opens it loads neither the till's texts nor the office's. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
