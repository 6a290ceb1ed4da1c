import { Button } from '@mantine/core'
import { IconArrowsExchange, IconCalendarPlus, IconDoorExit, IconReceipt2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Table } from '../../api/model'
import { DialogForm } from '../../ui/DialogForm'
import { centimos, minutes, minutesSince, money } from '../../ui/format'
import { useNow } from '../../ui/now'
import c from './OpenTableDialog.module.css'
import type { TableAct } from './tableActs'

/** Offers the actions on a table that is taken. */
export function TakenTableDialog(props: {
  table: Table
  onAct: (act: TableAct) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const now = useNow()
  const navigate = useNavigate()
  const { table, onAct, onClose } = props
  const request = table.request
  if (!request) return null
  const title = t('orders.table', { name: table.name })
  const keys = [
    [() => void navigate(`/order/${request.id}`), IconReceipt2, t('floor.goToAccount')],
    [
      () => void navigate(`/pos-options?tab=move-table&origin=${table.id}`),
      IconArrowsExchange,
      t('floor.move'),
    ],
    [() => onAct('reserve'), IconCalendarPlus, t('reservations.reserve')],
    [() => onAct('close'), IconDoorExit, t('floor.closeTable')],
  ] as const
  return (
    <DialogForm
      title={title}
      text={[
        request.attendant_name,
        money(centimos(request.due)),
        minutes(minutesSince(request.opened_at, now)),
      ].join(' · ')}
      onClose={onClose}
    >
      <div className={c.acts} data-stacked>
        {keys.map(([run, Glyph, text]) => (
          <Button
            key={text}
            variant="default"
            leftSection={<Glyph size={20} stroke={1.9} aria-hidden="true" />}
            onClick={run}
          >
            {text}
          </Button>
        ))}
      </div>
    </DialogForm>
  )
}

export default TakenTableDialog
