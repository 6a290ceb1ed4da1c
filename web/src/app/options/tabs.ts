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
import { type PosOption, posOptionsOf } from '../../session/posOptions'
import type { User } from '../../session/session'

interface OptionTab {
  icon: typeof IconHistory
  Body: LazyExoticComponent<ComponentType>
}

/* Each entry is one tab, with its title under `options.tab.<id>`. What a tab shows is loaded when it is opened. */
const tabs: Record<PosOption, OptionTab> = {
  'move-table': {
    icon: IconArrowsExchange,
    Body: lazy(() => import('../../features/orders/moves/MoveTableTab')),
  },
  'move-order': {
    icon: IconToolsKitchen3,
    Body: lazy(() => import('../../features/orders/moves/MoveOrderTab')),
  },
  'merge-tables': { icon: IconArrowsJoin2, Body: lazy(() => import('../../features/orders/moves/MergeTab')) },
  commands: { icon: IconReceipt, Body: lazy(() => import('../../features/orders/options/CommandsTab')) },
  'to-collect': {
    icon: IconCashRegister,
    Body: lazy(() => import('../../features/orders/options/CollectTab')),
  },
  documents: { icon: IconFileInvoice, Body: lazy(() => import('../../features/billing/DocumentsTab')) },
  refunds: {
    icon: IconReceiptRefund,
    Body: lazy(() => import('../../features/payments/refunds/RefundsTab')),
  },
  drawer: { icon: IconCash, Body: lazy(() => import('../../features/printing/DrawerTab')) },
  report: { icon: IconReportMoney, Body: lazy(() => import('../../features/reports/daily/ReportTab')) },
  'action-log': {
    icon: IconHistory,
    Body: lazy(() => import('../../features/reports/action-log/ActionLogTab')),
  },
}

/** Returns the tabs that this user may open. */
export const tabsOf = (user: Pick<User, 'permissions'>) =>
  posOptionsOf(user).map(({ id }) => ({ id, ...tabs[id] }))
