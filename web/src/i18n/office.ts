import advanced from './es_pe/office/advanced.json'
import cash from './es_pe/office/cash.json'
import dashboard from './es_pe/office/dashboard.json'
import forms from './es_pe/office/forms.json'
import licence from './es_pe/office/licence.json'
import lists from './es_pe/office/lists.json'
import paymentOptions from './es_pe/office/payment_options.json'
import printing from './es_pe/office/printing.json'
import rooms from './es_pe/office/rooms.json'
import i18next from './i18n'

/** What the office's screens say: it comes with the first of them, so that a till and a phone load none of it. */
const texts = [advanced, cash, dashboard, licence, printing, rooms, forms, lists, paymentOptions]

export type OfficeTexts = typeof advanced &
  typeof cash &
  typeof dashboard &
  typeof licence &
  typeof printing &
  typeof rooms &
  typeof forms &
  typeof lists &
  typeof paymentOptions

for (const each of texts) i18next.addResourceBundle('es_pe', 'translation', each, true)
