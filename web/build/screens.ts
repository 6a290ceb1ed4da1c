/** What is loaded whatever screen comes first. */
export const start = ['index.html']

const behindLogin = ['src/app/MantineLayout.tsx', 'src/i18n/till.ts']
const sale = [...behindLogin, 'src/i18n/sale.ts']

/** The screens that people wait for, by the first word of their path, with the modules that the router loads for them. */
export const screens: Record<string, string[]> = {
  login: ['src/features/people/LoginScreen.tsx'],
  pos: [...behindLogin, 'src/features/floor/MapScreen.tsx'],
  order: [...sale, 'src/features/orders/OrderScreen.tsx'],
  payment: [...sale, 'src/features/payments/PaymentScreen.tsx'],
  'monitor-production': [...behindLogin, 'src/features/kitchen/KitchenScreen.tsx'],
}

/** What each of the till's screens asks for as soon as it stands. */
export const after: Record<string, string[]> = {
  alarm: ['src/widgets/print-alarm/PrintAlarm.tsx'],
  menu: ['src/features/floor/MapMenu.tsx', 'src/widgets/user-menu/UserEntries.tsx'],
}
