import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { bringFloor } from '../features/floor/floorQuery'
import { decide, onlySignedIn, onlySignedOut, onlyWithGivenPassword, onlyWithoutSecondFactor } from './guards'
import { officeId, Root } from './Root'
import { RouteError } from './RouteError'

type Load = () => Promise<{ Screen: ComponentType }>

/* A screen is loaded when it is opened; nothing of it is in the first script. */
const screen = (load: Load) => ({ lazy: async () => ({ Component: (await load()).Screen }) })

/* One that says what the office or the till says: its texts come along. */
const office = (load: Load) =>
  screen(async () => {
    const [loaded] = await Promise.all([load(), import('../i18n/office'), import('../theme/more')])
    return loaded
  })
const till = (load: Load) =>
  screen(async () => {
    const [loaded] = await Promise.all([load(), import('../i18n/till')])
    return loaded
  })
const sale = (load: Load) =>
  till(async () => {
    const [loaded] = await Promise.all([load(), import('../theme/more')])
    return loaded
  })

/* The public pages: what a phone that scanned a paper loads. */
const open = (load: Load) =>
  screen(async () => {
    const [loaded] = await Promise.all([load(), import('../i18n/consult')])
    return loaded
  })

const cash = () => import('../features/cash/screens')
const catalog = () => import('../features/catalog/screens')
const purchases = () => import('../features/purchases/screens')
const reports = () => import('../features/reports/screens')
const settings = () => import('../features/settings/screens')
const storeRoom = () => import('./storeRoom')

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: decide },
      { path: '/login', loader: onlySignedOut, ...screen(() => import('../features/people/LoginScreen')) },
      { path: '/consulta', ...open(() => import('../features/consult/ConsultScreen')) },
      { path: '/c/:token', ...open(() => import('../features/consult/FoundScreen')) },
      {
        ...screen(() => import('./WithMantine')),
        children: [
          { path: '/reset-password', ...office(() => import('../features/people/recovery/ResetScreen')) },
          { path: '/new-password', ...office(() => import('../features/people/recovery/NewPasswordScreen')) },
          {
            path: '/own-password',
            loader: onlyWithGivenPassword,
            ...office(() => import('../features/people/recovery/OwnPasswordScreen')),
          },
          { path: '/descargas', ...office(() => import('../features/printing/DownloadsScreen')) },
          {
            path: '/second-factor',
            loader: onlyWithoutSecondFactor,
            ...office(() => import('../features/people/second-factor/SecondFactorScreen')),
          },
          { path: '/license-expired', ...screen(() => import('../features/licence/LicenceExpiredScreen')) },
          {
            loader: onlySignedIn,
            shouldRevalidate: () => true,
            children: [
              { path: '/pos', loader: bringFloor, ...till(() => import('../features/floor/MapScreen')) },
              { path: '/pos-options', ...office(() => import('../features/orders/options/OptionsScreen')) },
              { path: '/sold-out', ...office(() => import('../features/catalog/sold-out/SoldOutScreen')) },
              { path: '/order/:requestId', ...sale(() => import('../features/orders/OrderScreen')) },
              { path: '/payment/:requestId', ...sale(() => import('../features/payments/PaymentScreen')) },
              { path: '/monitor-production', ...till(() => import('../features/kitchen/KitchenScreen')) },
              {
                path: '/cashbox-cycles/:cycleId/detail',
                ...office(async () => ({ Screen: (await cash()).Cycle })),
              },
              {
                path: '/cashbox-cycles/:cycleId/close',
                ...office(async () => ({ Screen: (await cash()).Close })),
              },
              {
                path: '/inventory/counts/:countId',
                ...office(async () => ({ Screen: (await storeRoom()).Counting })),
              },
              {
                path: '/printers/:printerId/paper',
                ...office(() => import('../features/printing/PaperScreen')),
              },
              {
                id: officeId,
                ...office(() => import('./OfficeLayout')),
                children: [
                  {
                    path: '/dashboard',
                    ...office(() => import('../features/reports/dashboard/DashboardScreen')),
                  },
                  { path: '/cashbox-cycles', ...office(async () => ({ Screen: (await cash()).Cycles })) },
                  { path: '/cash-monitor', ...office(async () => ({ Screen: (await cash()).Monitor })) },
                  { path: '/cash-movements', ...office(async () => ({ Screen: (await cash()).Movements })) },
                  {
                    path: '/advanced-options',
                    ...office(() => import('../features/advanced/AdvancedScreen')),
                  },
                  {
                    path: '/receivables',
                    ...office(() => import('../features/receivables/ReceivablesScreen')),
                  },
                  { path: '/cashboxes', ...office(async () => ({ Screen: (await cash()).Cashboxes })) },
                  {
                    path: '/products',
                    ...office(() => import('../features/catalog/products/ProductsScreen')),
                  },
                  {
                    path: '/supplies',
                    ...office(() => import('../features/stock/SuppliesScreen')),
                  },
                  {
                    path: '/inventory',
                    ...office(async () => ({ Screen: (await storeRoom()).Movements })),
                  },
                  {
                    path: '/inventory/stock',
                    ...office(async () => ({ Screen: (await storeRoom()).Stock })),
                  },
                  {
                    path: '/inventory/productions',
                    ...office(async () => ({ Screen: (await storeRoom()).Productions })),
                  },
                  {
                    path: '/inventory/counts',
                    ...office(async () => ({ Screen: (await storeRoom()).Counts })),
                  },
                  {
                    path: '/inventory/counts/:countId/review',
                    ...office(async () => ({ Screen: (await storeRoom()).Review })),
                  },
                  {
                    path: '/inventory/kardex',
                    ...office(async () => ({ Screen: (await storeRoom()).Kardex })),
                  },
                  {
                    path: '/inventory/costs',
                    ...office(async () => ({ Screen: (await storeRoom()).Costs })),
                  },
                  {
                    path: '/inventory/use',
                    ...office(async () => ({ Screen: (await storeRoom()).Use })),
                  },
                  {
                    path: '/inventory/to-buy',
                    ...office(async () => ({ Screen: (await purchases()).ToBuy })),
                  },
                  {
                    path: '/toppings',
                    ...office(async () => ({ Screen: (await catalog()).Toppings })),
                  },
                  {
                    path: '/production-areas',
                    ...office(async () => ({ Screen: (await catalog()).Areas })),
                  },
                  { path: '/tables', ...office(() => import('../features/floor/editor/TablesScreen')) },
                  { path: '/printers', ...office(() => import('../features/printing/PrintersScreen')) },
                  {
                    path: '/payment-options',
                    ...office(() => import('../features/payments/options/PaymentOptionsScreen')),
                  },
                  { path: '/mockup', ...office(() => import('../features/gallery/GalleryScreen')) },
                  { path: '/users', ...office(() => import('../features/people/users/UsersScreen')) },
                  { path: '/clients', ...office(() => import('../features/clients/ClientsScreen')) },
                  { path: '/providers', ...office(() => import('../features/providers/ProvidersScreen')) },
                  {
                    path: '/purchase',
                    ...office(async () => ({ Screen: (await purchases()).Purchases })),
                  },
                  {
                    path: '/purchase/create',
                    ...office(async () => ({ Screen: (await purchases()).NewPurchase })),
                  },
                  {
                    path: '/purchase/from-xml',
                    ...office(async () => ({ Screen: (await purchases()).FromXml })),
                  },
                  {
                    path: '/purchase/detail/:purchaseId',
                    ...office(async () => ({ Screen: (await purchases()).Purchase })),
                  },
                  {
                    path: '/company-info',
                    ...office(async () => ({ Screen: (await settings()).Company })),
                  },
                  {
                    path: '/billing-config',
                    ...office(async () => ({ Screen: (await settings()).Billing })),
                  },
                  {
                    path: '/configurations',
                    ...office(async () => ({ Screen: (await settings()).Configurations })),
                  },
                  { path: '/global', ...office(async () => ({ Screen: (await settings()).Global })) },
                  {
                    path: '/first-use',
                    ...office(() => import('../features/settings/first-use/FirstUseScreen')),
                  },
                  { path: '/documents', ...office(() => import('../features/billing/DocumentsScreen')) },
                  {
                    path: '/daily-report',
                    ...office(async () => ({ Screen: (await reports()).Daily })),
                  },
                  {
                    path: '/accounting/dashboard',
                    ...office(async () => ({ Screen: (await reports()).Books })),
                  },
                  {
                    path: '/sales-total-report',
                    ...office(async () => ({ Screen: (await reports()).Sales })),
                  },
                  { path: '/profile', ...office(() => import('../features/people/ProfileScreen')) },
                ],
              },
              { path: '*', ...screen(() => import('./NotFound')) },
            ],
          },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
