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

const counts = () => import('../features/counts/screens')

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
                ...office(() => import('../features/cash/CycleScreen')),
              },
              {
                path: '/cashbox-cycles/:cycleId/close',
                ...office(() => import('../features/cash/CloseScreen')),
              },
              {
                path: '/inventory/counts/:countId',
                ...office(async () => ({ Screen: (await counts()).Counting })),
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
                  { path: '/cashbox-cycles', ...office(() => import('../features/cash/CyclesScreen')) },
                  {
                    path: '/advanced-options',
                    ...office(() => import('../features/advanced/AdvancedScreen')),
                  },
                  {
                    path: '/receivables',
                    ...office(() => import('../features/receivables/ReceivablesScreen')),
                  },
                  { path: '/cashboxes', ...office(() => import('../features/cash/CashboxesScreen')) },
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
                    ...office(() => import('../features/inventory/movements/MovementsScreen')),
                  },
                  {
                    path: '/inventory/stock',
                    ...office(() => import('../features/inventory/stock/StockScreen')),
                  },
                  {
                    path: '/inventory/counts',
                    ...office(async () => ({ Screen: (await counts()).List })),
                  },
                  {
                    path: '/inventory/counts/:countId/review',
                    ...office(async () => ({ Screen: (await counts()).Review })),
                  },
                  {
                    path: '/inventory/kardex',
                    ...office(() => import('../features/inventory/kardex/KardexScreen')),
                  },
                  {
                    path: '/inventory/to-buy',
                    ...office(() => import('../features/purchases/toBuy/ToBuyScreen')),
                  },
                  {
                    path: '/toppings',
                    ...office(() => import('../features/catalog/toppings/ToppingsScreen')),
                  },
                  {
                    path: '/production-areas',
                    ...office(() => import('../features/catalog/areas/AreasScreen')),
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
                    ...office(() => import('../features/purchases/list/PurchasesScreen')),
                  },
                  {
                    path: '/purchase/create',
                    ...office(() => import('../features/purchases/create/NewPurchaseScreen')),
                  },
                  {
                    path: '/purchase/from-xml',
                    ...office(() => import('../features/purchases/from-xml/FromXmlScreen')),
                  },
                  {
                    path: '/purchase/detail/:purchaseId',
                    ...office(() => import('../features/purchases/detail/PurchaseScreen')),
                  },
                  {
                    path: '/company-info',
                    ...office(() => import('../features/settings/company/CompanyScreen')),
                  },
                  { path: '/billing-config', ...office(() => import('../features/settings/BillingScreen')) },
                  {
                    path: '/configurations',
                    ...office(() => import('../features/settings/ConfigurationsScreen')),
                  },
                  { path: '/global', ...office(() => import('../features/settings/GlobalScreen')) },
                  {
                    path: '/first-use',
                    ...office(() => import('../features/settings/first-use/FirstUseScreen')),
                  },
                  { path: '/documents', ...office(() => import('../features/billing/DocumentsScreen')) },
                  {
                    path: '/daily-report',
                    ...office(() => import('../features/reports/daily/DailyReportScreen')),
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
