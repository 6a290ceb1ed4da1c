import {
  IconArrowsExchange,
  IconArrowsJoin2,
  IconCash,
  IconCashRegister,
  IconFileInvoice,
  IconHistory,
  IconReceipt,
  IconReceiptRefund,
  IconReportMoney,
  IconToolsKitchen3,
} from '@tabler/icons-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { Role } from '../../session/roles'

type Icon = typeof IconHistory

export interface OptionTab {
  /** As the address says it: /pos-options?tab=… */
  id: string
  icon: Icon
  roles: readonly number[]
  Body: LazyExoticComponent<ComponentType>
}

const { admin, supervisor, cashier, waiter } = Role

/* One entry a tab, its title under `options.tab.<id>`. What a tab shows is loaded when it is opened. */
export const optionTabs = [
  {
    id: 'move-table',
    icon: IconArrowsExchange,
    roles: [admin, supervisor, cashier, waiter],
    Body: lazy(() => import('./MoveTableTab')),
  },
  {
    id: 'move-order',
    icon: IconToolsKitchen3,
    roles: [admin, supervisor, cashier, waiter],
    Body: lazy(() => import('./MoveOrderTab')),
  },
  {
    id: 'merge-tables',
    icon: IconArrowsJoin2,
    roles: [admin, supervisor, cashier, waiter],
    Body: lazy(() => import('./MergeTab')),
  },
  {
    id: 'commands',
    icon: IconReceipt,
    roles: [admin, supervisor, cashier, waiter],
    Body: lazy(() => import('./CommandsTab')),
  },
  {
    id: 'to-collect',
    icon: IconCashRegister,
    roles: [admin, supervisor, cashier],
    Body: lazy(() => import('./CollectTab')),
  },
  {
    id: 'documents',
    icon: IconFileInvoice,
    roles: [admin, supervisor, cashier],
    Body: lazy(() => import('../refunds/DocumentsTab')),
  },
  {
    id: 'refunds',
    icon: IconReceiptRefund,
    roles: [admin, supervisor, cashier],
    Body: lazy(() => import('../refunds/RefundsTab')),
  },
  {
    id: 'drawer',
    icon: IconCash,
    roles: [admin, supervisor, cashier],
    Body: lazy(() => import('../printing/DrawerTab')),
  },
  {
    id: 'report',
    icon: IconReportMoney,
    roles: [admin, supervisor, cashier],
    Body: lazy(() => import('../refunds/ReportTab')),
  },
  {
    id: 'action-log',
    icon: IconHistory,
    roles: [admin, supervisor],
    Body: lazy(() => import('./ActionLogTab')),
  },
] as const satisfies readonly OptionTab[]

/** The tabs of a role. */
export const tabsOf = (user: { role_id: number }) =>
  optionTabs.filter((tab) => (tab.roles as readonly number[]).includes(user.role_id))
