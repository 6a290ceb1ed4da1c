import { IconLock, IconLockOpen2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import { useRoom } from '../../api/realtime'
import { cashKeys } from '../../data/cash/keys'
import { timeOrDateTime } from '../../ui/format'
import { ListScreen } from '../../ui/list/ListScreen'
import { useStatusFilter } from '../../ui/list/useStatusFilter'
import { useNow } from '../../ui/now'
import { StatePill } from '../../ui/StatePill'
import { CashboxDrawer } from './CashboxDrawer'

export function CashboxList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation()
  const now = useNow()
  const status = useStatusFilter(true)
  useRoom('cash')
  return (
    <ListScreen
      title={t('cashboxes.title')}
      tabs={tabs}
      entity={{ name: t('cashboxes.entity'), feminine: true }}
      path="/cashboxes"
      queryKey={cashKeys.cashboxes}
      name={(row) => row.name}
      nameLabel={t('cashboxes.name')}
      nameSort="name"
      note={({ open_cycle: open }) =>
        open ? t('cashboxes.openBy', { name: open.user_name, at: timeOrDateTime(open.opened_at, now) }) : null
      }
      columns={[
        {
          key: 'printer',
          label: t('cashboxes.printer'),
          from: 'tablet',
          value: (row) => row.printer_name ?? t('cashboxes.printerNone'),
        },
        {
          key: 'state',
          label: t('cashboxes.state'),
          value: (row) =>
            row.open_cycle ? (
              <StatePill tone="good" icon={IconLockOpen2} label={t('cashboxes.open')} />
            ) : (
              <StatePill tone="quiet" icon={IconLock} label={t('cashboxes.closed')} />
            ),
        },
      ]}
      filters={[status]}
      search={t('cashboxes.search')}
      summary={(count, active) => t('cashboxes.summary', { count, active })}
      setStatus={(row, wanted, key) => write('PUT', `/cashboxes/${row.id}`, key, { status: wanted })}
      remove={(row, key) => write('DELETE', `/cashboxes/${row.id}`, key, {})}
      create={{ label: t('cashboxes.new'), short: t('cashboxes.newShort') }}
      empty={{
        title: t('cashboxes.emptyTitle'),
        text: t('cashboxes.emptyText'),
        way: t('cashboxes.way'),
        wayText: t('cashboxes.wayText'),
      }}
      form={(row, close) => <CashboxDrawer key={row?.id ?? 'new'} cashbox={row} onClose={close} />}
    />
  )
}
