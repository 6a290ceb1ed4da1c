import advanced from './es_pe/office/advanced.json'
import cash from './es_pe/office/cash.json'
import cashboxes from './es_pe/office/cashboxes.json'
import closeOfDay from './es_pe/office/close_of_day.json'
import counts from './es_pe/office/counts.json'
import dashboard from './es_pe/office/dashboard.json'
import documents from './es_pe/office/documents.json'
import figures from './es_pe/office/figures.json'
import forms from './es_pe/office/forms.json'
import gallery from './es_pe/office/gallery.json'
import imports from './es_pe/office/import.json'
import inventory from './es_pe/office/inventory.json'
import law from './es_pe/office/law.json'
import licence from './es_pe/office/licence.json'
import lists from './es_pe/office/lists.json'
import menu from './es_pe/office/menu.json'
import paymentOptions from './es_pe/office/payment_options.json'
import people from './es_pe/office/people.json'
import printing from './es_pe/office/printing.json'
import products from './es_pe/office/products.json'
import purchases from './es_pe/office/purchases.json'
import receivables from './es_pe/office/receivables.json'
import register from './es_pe/office/register.json'
import reports from './es_pe/office/reports.json'
import rooms from './es_pe/office/rooms.json'
import schedules from './es_pe/office/schedules.json'
import settings from './es_pe/office/settings.json'
import supplies from './es_pe/office/supplies.json'
import till from './es_pe/office/till.json'
import toppings from './es_pe/office/toppings.json'
import i18next from './i18n'
import './sale'
import './till'

/**
 * The texts of the office's screens, besides those of the till and the sale: they load with the first such screen, so that a till
 * and a phone load none of them.
 */
const texts = {
  ...advanced,
  ...cash,
  ...cashboxes,
  ...closeOfDay,
  ...counts,
  ...dashboard,
  ...documents,
  ...figures,
  ...forms,
  ...gallery,
  ...imports,
  ...inventory,
  ...law,
  ...licence,
  ...lists,
  ...menu,
  ...paymentOptions,
  ...people,
  ...printing,
  ...products,
  ...purchases,
  ...receivables,
  ...register,
  ...reports,
  ...rooms,
  ...schedules,
  ...supplies,
  ...till,
  ...toppings,
  ...settings,
}

export type OfficeTexts = typeof texts

i18next.addResourceBundle('es_pe', 'translation', texts, true)
