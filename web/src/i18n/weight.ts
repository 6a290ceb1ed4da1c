import texts from './es_pe/weight.json'
import i18next from './i18n'

export type WeightTexts = typeof texts

/* The texts of the pad for what is sold by weight or volume, which come with it. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
