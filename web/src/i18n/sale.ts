import texts from './es_pe/sale.json'
import i18next from './i18n'

export type SaleTexts = typeof texts

/* What only who takes an order or collects is told, beside the till's texts: the map is there before it. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
