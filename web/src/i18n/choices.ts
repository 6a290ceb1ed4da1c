import texts from './es_pe/choices.json'
import i18next from './i18n'

export type ChoiceTexts = typeof texts

/* The texts of groups of options, which come with the panel that asks for them and with the office's list. */
i18next.addResourceBundle('es_pe', 'translation', texts, true)
