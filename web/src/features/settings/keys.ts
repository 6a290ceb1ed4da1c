export const settingsKeys = {
  all: ['settings'] as const,
  billingSetup: ['settings', 'billing-setup'] as const,
  house: ['settings', 'all'] as const,
  rates: ['settings', 'rates'] as const,
  regimes: ['settings', 'regimes'] as const,
  configurations: ['settings', 'configurations'] as const,
  series: ['settings', 'series'] as const,
  types: ['settings', 'types'] as const,
  typeNames: ['settings', 'types', 'names'] as const,
  printerType: ['settings', 'printer-type'] as const,
  /** What anybody may know of it. */
  company: ['company'] as const,
  wholeCompany: ['company', 'whole'] as const,
  sharing: ['company', 'settings'] as const,
  firstUse: ['first-use'] as const,
  zones: ['time-zones'] as const,
  serverAddress: ['server-address'] as const,
}
