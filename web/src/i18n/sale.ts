import texts from './es_pe/sale.json'
import i18next from './i18n'

export type SaleTexts = typeof texts

/* The texts for taking orders and collecting, besides the till's: the floor plan is shown before they load. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
