import type { ParseKeys } from 'i18next'

interface Place {
  /** The place's title on its page; the address names it by this, after `#`. */
  text: ParseKeys
  path: string
  /** True for a whole card and not one field of it. */
  card?: boolean
}

const at = (path: string, cards: ParseKeys[], fields: ParseKeys[]): Place[] => [
  ...cards.map((text) => ({ text, path, card: true })),
  ...fields.map((text) => ({ text, path })),
]

/** The settings that are found by their name, in the order in which they are offered. */
export const settingPlaces: readonly Place[] = [
  ...at(
    '/global',
    [
      'global.rates',
      'global.sale',
      'global.room',
      'global.cash',
      'global.stock',
      'global.clock',
      'global.pin',
      'global.printing',
      'totp.rolesTitle',
      'mail.title',
      'identity.title',
    ],
    [
      'global.deliveryCharge',
      'global.deliveryApp',
      'global.appCharge',
      'global.service',
      'global.tip',
      'global.negative',
      'global.askPersons',
      'global.share',
      'global.cleaning',
      'global.hours',
      'global.tolerance',
      'global.rounding',
      'global.closedUntil',
      'global.costWithIgv',
      'global.zone',
      'global.start',
    ],
  ),
  ...at(
    '/company-info',
    ['company.taxes', 'company.house', 'company.logo', 'company.electronic', 'company.technical'],
    [
      'company.name',
      'company.legal',
      'company.address',
      'company.taxAddress',
      'company.district',
      'company.phone',
      'company.email',
      'company.jungle',
    ],
  ),
  ...at(
    '/billing-config',
    ['billingSetup.which', 'billingSetup.certificate'],
    [
      'billingSetup.user',
      'billingSetup.password',
      'billingSetup.boletas',
      'billingSetup.summaryTime',
      'billingSetup.email',
      'billingSetup.issue',
    ],
  ),
  ...at(
    '/profile',
    [
      'account.own',
      'account.password',
      'account.pin',
      'totp.title',
      'account.sessions',
      'people.profile.look',
    ],
    [],
  ),
]
