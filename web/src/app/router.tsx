import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { bringFloor } from '../data/floor/floorQuery'
import { bringRequest } from '../data/orders/requestQuery'
import { loadAhead } from '../ui/lazyPart'
import {
  onlySignedIn,
  onlySignedOut,
  onlyWithGivenPassword,
  onlyWithoutSecondFactor,
  redirectFromRoot,
} from './guards'
import { officeId, Root } from './Root'
import { RouteError } from './RouteError'

type Load = () => Promise<{ default: ComponentType }>

/* A screen is loaded when it is opened; nothing of it is in the first script. */
const screen = (load: Load) => ({ lazy: async () => ({ Component: (await load()).default }) })
const first = <Loaded,>([loaded]: [Loaded, ...unknown[]]) => loaded

/* Loads a screen together with the texts of the office and the till. */
const office = (load: Load) =>
  screen(() => Promise.all([load(), import('../i18n/office'), import('../theme/more')]).then(first))
/* Loads one of several screens that share a file. */
const one = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  office(async () => ({ default: (await load())[name] }))
const till = (load: Load) => screen(() => Promise.all([load(), import('../i18n/till')]).then(first))
/*
 * Loads a screen of the sale before a tap on the floor plan opens it, so that it opens even if the connection is lost in between.
 */
const sale = (load: Load) =>
  till(loadAhead(() => Promise.all([load(), import('../i18n/sale'), import('../theme/more')]).then(first)))

/* The public pages, which a guest's phone loads after scanning a document. */
const open = (load: Load) => screen(() => Promise.all([load(), import('../i18n/consult')]).then(first))

const cash = () => import('../features/cash/screens')
const catalog = () => import('../features/catalog/screens')
const purchases = () => import('../features/purchases/screens')
const reports = () => import('../features/reports/screens')
const settings = () => import('../features/settings/screens')
const stock = () => import('./stockScreens')

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: redirectFromRoot },
      { path: '/login', loader: onlySignedOut, ...screen(() => import('../features/people/LoginScreen')) },
      { path: '/consulta', ...open(() => import('../features/public-documents/FindDocumentScreen')) },
      { path: '/c/:token', ...open(() => import('../features/public-documents/FoundScreen')) },
      {
        ...screen(() => import('./MantineLayout')),
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
              { path: '/pos-options', ...office(() => import('./options/OptionsScreen')) },
              { path: '/sold-out', ...office(() => import('../features/catalog/sold-out/SoldOutScreen')) },
              {
                path: '/order/:requestId',
                loader: ({ params }) => bringRequest(Number(params.requestId)),
                ...sale(() => import('../features/orders/OrderScreen')),
              },
              { path: '/payment/:requestId', ...sale(() => import('../features/payments/PaymentScreen')) },
              { path: '/monitor-production', ...till(() => import('../features/kitchen/KitchenScreen')) },
              {
                path: '/cashbox-cycles/:cycleId/detail',
                ...one(cash, 'Cycle'),
              },
              {
                path: '/cashbox-cycles/:cycleId/close',
                ...one(cash, 'Close'),
              },
              {
                path: '/inventory/counts/:countId',
                ...one(stock, 'Counting'),
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
                  { path: '/cashbox-cycles', ...one(cash, 'Cycles') },
                  { path: '/cash-monitor', ...one(cash, 'Monitor') },
                  { path: '/cash-movements', ...one(cash, 'Movements') },
                  {
                    path: '/advanced-options',
                    ...office(() => import('../features/advanced/AdvancedScreen')),
                  },
                  {
                    path: '/receivables',
                    ...office(() => import('../features/receivables/ReceivablesScreen')),
                  },
                  { path: '/cashboxes', ...one(cash, 'Cashboxes') },
                  {
                    path: '/products',
                    ...office(() => import('../features/catalog/products/ProductsScreen')),
                  },
                  {
                    path: '/supplies',
                    ...office(() => import('../features/supplies/SuppliesScreen')),
                  },
                  {
                    path: '/inventory',
                    ...one(stock, 'Movements'),
                  },
                  {
                    path: '/inventory/stock',
                    ...one(stock, 'Stock'),
                  },
                  {
                    path: '/inventory/productions',
                    ...one(stock, 'Productions'),
                  },
                  {
                    path: '/inventory/counts',
                    ...one(stock, 'Counts'),
                  },
                  {
                    path: '/inventory/counts/:countId/review',
                    ...one(stock, 'Review'),
                  },
                  {
                    path: '/inventory/kardex',
                    ...one(stock, 'Kardex'),
                  },
                  {
                    path: '/inventory/costs',
                    ...one(stock, 'Costs'),
                  },
                  {
                    path: '/inventory/use',
                    ...one(stock, 'Use'),
                  },
                  {
                    path: '/inventory/to-buy',
                    ...one(purchases, 'ToBuy'),
                  },
                  {
                    path: '/toppings',
                    ...one(catalog, 'Toppings'),
                  },
                  {
                    path: '/production-areas',
                    ...one(catalog, 'Areas'),
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
                    ...one(purchases, 'Purchases'),
                  },
                  {
                    path: '/purchase/create',
                    ...one(purchases, 'NewPurchase'),
                  },
                  {
                    path: '/purchase/from-xml',
                    ...one(purchases, 'FromXml'),
                  },
                  {
                    path: '/purchase/detail/:purchaseId',
                    ...one(purchases, 'Purchase'),
                  },
                  {
                    path: '/company-info',
                    ...one(settings, 'Company'),
                  },
                  {
                    path: '/billing-config',
                    ...one(settings, 'Billing'),
                  },
                  { path: '/billing-config/rate-change', ...one(settings, 'RateChange') },
                  {
                    path: '/configurations',
                    ...one(settings, 'Configurations'),
                  },
                  { path: '/global', ...one(settings, 'Global') },
                  {
                    path: '/first-use',
                    ...office(() => import('../features/settings/first-use/FirstUseScreen')),
                  },
                  { path: '/documents', ...office(() => import('../features/billing/DocumentsScreen')) },
                  {
                    path: '/daily-report',
                    ...one(reports, 'Daily'),
                  },
                  {
                    path: '/accounting/dashboard',
                    ...one(reports, 'Books'),
                  },
                  {
                    path: '/accounting',
                    ...one(reports, 'Register'),
                  },
                  {
                    path: '/sales-total-report',
                    ...one(reports, 'Sales'),
                  },
                  { path: '/close-of-day', ...one(reports, 'Close') },
                  { path: '/payment-method-report', ...one(reports, 'Methods') },
                  { path: '/cash-report', ...one(reports, 'Cash') },
                  { path: '/cancellation-report', ...one(reports, 'Cancellations') },
                  { path: '/purchase-report', ...one(reports, 'Purchases') },
                  { path: '/menu-engineering', ...one(reports, 'Menu') },
                  { path: '/kitchen-times', ...one(reports, 'Kitchen') },
                  { path: '/reports', ...one(reports, 'All') },
                  { path: '/reports/:key', ...one(reports, 'Any') },
                  { path: '/profile', ...office(() => import('../features/people/ProfileScreen')) },
                ],
              },
              { path: '*', ...screen(() => import('./NotFoundScreen')) },
            ],
          },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
