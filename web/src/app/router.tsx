import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { decide, onlySignedIn, onlySignedOut } from './guards'
import { NotFound } from './NotFound'
import { Root } from './Root'
import { RouteError } from './RouteError'

/* A screen is loaded when it is opened; nothing of it is in the first script. */
const screen = (load: () => Promise<{ Screen: ComponentType }>) => ({
  lazy: async () => ({ Component: (await load()).Screen }),
})

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteError,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: decide },
      { path: '/login', loader: onlySignedOut, ...screen(() => import('../features/people/LoginScreen')) },
      { path: '/license-expired', ...screen(() => import('../features/company/LicenceExpiredScreen')) },
      {
        loader: onlySignedIn,
        shouldRevalidate: () => true,
        children: [
          { path: '/pos', ...screen(() => import('../features/floor/MapScreen')) },
          { path: '/pos-options', ...screen(() => import('../features/options/OptionsScreen')) },
          { path: '/order/:requestId', ...screen(() => import('../features/orders/OrderScreen')) },
          { path: '/payment/:requestId', ...screen(() => import('../features/payments/PaymentScreen')) },
          { path: '/monitor-production', ...screen(() => import('../features/kitchen/KitchenScreen')) },
          {
            path: '/cashbox-cycles/:cycleId/detail',
            ...screen(() => import('../features/cash/CycleScreen')),
          },
          {
            path: '/cashbox-cycles/:cycleId/close',
            ...screen(() => import('../features/cash/CloseScreen')),
          },
          { path: '/printers/:printerId/paper', ...screen(() => import('../features/printing/PaperScreen')) },
          {
            ...screen(() => import('./OfficeLayout')),
            children: [
              { path: '/dashboard', ...screen(() => import('../features/dashboard/DashboardScreen')) },
              { path: '/cashbox-cycles', ...screen(() => import('../features/cash/CyclesScreen')) },
              { path: '/tables', ...screen(() => import('../features/floor/editor/TablesScreen')) },
              { path: '/printers', ...screen(() => import('../features/printing/PrintersScreen')) },
              { path: '/profile', ...screen(() => import('../features/people/ProfileScreen')) },
            ],
          },
          { path: '*', Component: NotFound },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
