import {
  type Icon,
  IconBuildingStore,
  IconCash,
  IconClipboardList,
  IconLayoutDashboard,
  IconPackage,
  IconReportAnalytics,
  IconSettings,
  IconShoppingCart,
  IconToolsKitchen2,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { matchRoutes, type RouteObject } from 'react-router'

/** Every screen of the office's menu, in its groups; one of several tabs is named by its address with the tab. */
export const groups = [
  { key: 'start', icon: IconLayoutDashboard, screens: [['dashboard', '/dashboard']] },
  {
    key: 'sale',
    icon: IconBuildingStore,
    screens: [
      ['pos', '/pos'],
      ['options', '/pos-options'],
      ['kitchen', '/monitor-production'],
      ['soldOut', '/sold-out'],
    ],
  },
  {
    key: 'cash',
    icon: IconCash,
    screens: [
      ['cycles', '/cashbox-cycles'],
      ['cashMonitor', '/cash-monitor'],
      ['receivables', '/receivables'],
      ['movements', '/cash-movements'],
      ['cashboxes', '/cashboxes'],
    ],
  },
  {
    key: 'catalog',
    icon: IconToolsKitchen2,
    screens: [
      ['products', '/products'],
      ['categories', '/products?tab=categories'],
      ['attributes', '/products?tab=attributes'],
      ['variants', '/products?tab=variants'],
      ['schedules', '/products?tab=schedules'],
      ['toppings', '/toppings'],
      ['areas', '/production-areas'],
      ['tables', '/tables'],
      ['clients', '/clients'],
    ],
  },
  {
    key: 'stock',
    icon: IconPackage,
    screens: [
      ['supplies', '/supplies'],
      ['stock', '/inventory/stock'],
      ['toBuy', '/inventory/to-buy'],
      ['counts', '/inventory/counts'],
      ['productions', '/inventory/productions'],
      ['inventory', '/inventory'],
      ['kardex', '/inventory/kardex'],
      ['costs', '/inventory/costs'],
      ['use', '/inventory/use'],
    ],
  },
  {
    key: 'purchases',
    icon: IconShoppingCart,
    screens: [
      ['purchase', '/purchase'],
      ['newPurchase', '/purchase/create'],
      ['providers', '/providers'],
    ],
  },
  {
    key: 'reports',
    icon: IconReportAnalytics,
    screens: [
      ['closeReport', '/close-of-day'],
      ['salesReport', '/sales-total-report'],
      ['paymentReport', '/payment-method-report'],
      ['cashReport', '/cash-report'],
      ['cancellationReport', '/cancellation-report'],
      ['purchaseReport', '/purchase-report'],
      ['menuReport', '/menu-engineering'],
      ['kitchenReport', '/kitchen-times'],
      ['allReports', '/reports'],
    ],
  },
  {
    key: 'accounting',
    icon: IconClipboardList,
    screens: [
      ['documents', '/documents'],
      ['dailyReport', '/daily-report'],
      ['accountingDashboard', '/accounting/dashboard'],
      ['accounting', '/accounting'],
    ],
  },
  {
    key: 'settings',
    icon: IconSettings,
    screens: [
      ['company', '/company-info'],
      ['billing', '/billing-config'],
      ['paymentOptions', '/payment-options'],
      ['printers', '/printers'],
      ['users', '/users'],
      ['global', '/global'],
      ['advanced', '/advanced-options'],
      ['profile', '/profile'],
    ],
  },
] as const satisfies readonly { key: string; icon: Icon; screens: readonly (readonly [string, string])[] }[]

export type Group = (typeof groups)[number]
export type ScreenKey = Group['screens'][number][0]
/** These screens keep their own icon where they are the only one of their group that a user may open. */
export const ownIcons: Partial<Record<ScreenKey, Icon>> = { clients: IconUsers, profile: IconUser }

export type TabbedKey =
  | 'drawer'
  | 'refunds'
  | 'turns'
  | 'courses'
  | 'choiceGroups'
  | 'comments'
  | 'units'
  | 'billingSeries'
  | 'billingTypes'
  | 'law'
  | 'configurations'
  | 'gallery'

/**
 * These are lists behind a tab, and screens for those who connect or look after the system: they are not in the menu, but found by their
 * name.
 */
export const tabbed: Partial<Record<Group['key'], readonly (readonly [TabbedKey, string])[]>> = {
  sale: [
    ['drawer', '/pos-options?tab=drawer'],
    ['refunds', '/pos-options?tab=refunds'],
  ],
  cash: [['turns', '/cashboxes?tab=turns']],
  catalog: [
    ['courses', '/products?tab=courses'],
    ['choiceGroups', '/toppings?tab=choices'],
    ['comments', '/toppings?tab=comments'],
  ],
  stock: [['units', '/supplies?tab=units']],
  settings: [
    ['billingSeries', '/billing-config?tab=series'],
    ['billingTypes', '/billing-config?tab=types'],
    ['law', '/billing-config?tab=law'],
    ['configurations', '/configurations'],
    ['gallery', '/mockup'],
  ],
}

/** Returns whether a path leads to a screen, and not to the one that says there is none. */
export const isScreen = (routes: RouteObject[], path: string) =>
  matchRoutes(routes, path)?.at(-1)?.route.path === path

/**
 * Returns the screen that an address belongs to: a tab with an entry of its own, the page, or else the page that it lies within
 * (`/purchase` of `/purchase/detail/5`).
 */
export function screenAt<S extends { path: string }>(screens: readonly S[], address: string): S | undefined {
  const [path = ''] = address.split('?')
  const around = screens.filter((screen) => path.startsWith(`${screen.path}/`))
  return (
    screens.find((screen) => screen.path === address) ??
    screens.find((screen) => screen.path === path) ??
    around.sort((a, b) => b.path.length - a.path.length)[0]
  )
}
