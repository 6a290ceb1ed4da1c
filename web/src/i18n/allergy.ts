import texts from './es_pe/allergy.json'
import i18next from './i18n'

export type AllergyTexts = typeof texts

/* The names of allergens and the texts of an account's allergy, which come with the first part that needs them. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
