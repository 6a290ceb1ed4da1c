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
import { may, type Permission } from '../../../session/permissions'
import type { User } from '../../../session/session'

type Icon = typeof IconHistory

export interface OptionTab {
  /** As the address says it: /pos-options?tab=… */
  id: string
  icon: Icon
  needs: Permission
  Body: LazyExoticComponent<ComponentType>
}

/* One entry a tab, its title under `options.tab.<id>`. What a tab shows is loaded when it is opened. */
export const optionTabs = [
  {
    id: 'move-table',
    icon: IconArrowsExchange,
    needs: 'move_tables',
    Body: lazy(() => import('../moves/MoveTableTab')),
  },
  {
    id: 'move-order',
    icon: IconToolsKitchen3,
    needs: 'move_tables',
    Body: lazy(() => import('../moves/MoveOrderTab')),
  },
  {
    id: 'merge-tables',
    icon: IconArrowsJoin2,
    needs: 'move_tables',
    Body: lazy(() => import('../moves/MergeTab')),
  },
  {
    id: 'commands',
    icon: IconReceipt,
    needs: 'take_orders',
    Body: lazy(() => import('./CommandsTab')),
  },
  {
    id: 'to-collect',
    icon: IconCashRegister,
    needs: 'collect',
    Body: lazy(() => import('./CollectTab')),
  },
  {
    id: 'documents',
    icon: IconFileInvoice,
    needs: 'collect',
    Body: lazy(() => import('../../billing/DocumentsTab')),
  },
  {
    id: 'refunds',
    icon: IconReceiptRefund,
    needs: 'collect',
    Body: lazy(() => import('../../payments/refunds/RefundsTab')),
  },
  {
    id: 'drawer',
    icon: IconCash,
    needs: 'open_drawer',
    Body: lazy(() => import('../../printing/DrawerTab')),
  },
  {
    id: 'report',
    icon: IconReportMoney,
    needs: 'collect',
    Body: lazy(() => import('../../reports/daily/ReportTab')),
  },
  {
    id: 'action-log',
    icon: IconHistory,
    needs: 'see_action_log',
    Body: lazy(() => import('../../reports/action-log/ActionLogTab')),
  },
] as const satisfies readonly OptionTab[]

/** The tabs of a person. */
export const tabsOf = (user: Pick<User, 'permissions'>) => optionTabs.filter((tab) => may(user, tab.needs))
