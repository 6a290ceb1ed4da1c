import { Button } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight, IconBan, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CashMovement, Cycle } from '../../api/model'
import { useMovementSums } from '../../data/cash/queries'
import { amount, centimos, clock } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Card } from '../../ui/OfficePage'
import { MovementDialog } from './MovementDialog'
import c from './Movements.module.css'
import { RejectDialog } from './RejectDialog'

/** Lists entries and expenses: they are never erased, only rejected with a reason. */
export function Movements({ cycle, movements }: { cycle: Cycle; movements: CashMovement[] }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const [rejecting, setRejecting] = useState<CashMovement | null>(null)
  const open = cycle.status === 'OPEN'
  const sums = useMovementSums(cycle.id).data
  return (
    <Card padded label={t('cash.movements')}>
      <header className={c.head}>
        <h2>{t('cash.movements')}</h2>
        {open ? (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('cash.addMovement')}
          </Button>
        ) : null}
      </header>
      {sums && movements.length > 0 ? (
        <dl className={c.sums}>
          <div>
            <dt>{t('cash.sums.entries')}</dt>
            <dd>+ {amount(centimos(sums.entries))}</dd>
          </div>
          <div>
            <dt>{t('cash.sums.expenses')}</dt>
            <dd>− {amount(centimos(sums.expenses))}</dd>
          </div>
          <div>
            <dt>{t('cash.sums.balance')}</dt>
            <dd>{amount(centimos(sums.balance))}</dd>
          </div>
          <div>
            <dt>{t('cash.sums.count')}</dt>
            <dd>{sums.approved}</dd>
          </div>
        </dl>
      ) : null}
      {movements.length === 0 ? <p className={c.none}>{t('cash.noMovements')}</p> : null}
      <ul className={c.list}>
        {movements.map((movement) => (
          <Row
            key={movement.id}
            movement={movement}
            onReject={open && movement.status === 'APPROVED' ? () => setRejecting(movement) : undefined}
          />
        ))}
      </ul>
      {adding ? <MovementDialog cycleId={cycle.id} onClose={() => setAdding(false)} /> : null}
      {rejecting ? <RejectDialog movement={rejecting} onClose={() => setRejecting(null)} /> : null}
    </Card>
  )
}

function Row({ movement, onReject }: { movement: CashMovement; onReject?: () => void }) {
  const { t } = useTranslation()
  const entry = movement.movement_type === 'ENTRY'
  const Glyph = entry ? IconArrowDownLeft : IconArrowUpRight
  const rejected = movement.status === 'REJECTED'
  return (
    <li data-rejected={rejected || undefined}>
      <Glyph size={20} stroke={2} aria-hidden="true" />
      <span className={c.text}>
        <b>{movement.motive}</b>
        <span>
          {[entry ? t('cash.entry') : t('cash.expense'), movement.receipt_by, clock(movement.movement_date)]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {rejected ? (
          <span className={c.why}>{t('cash.rejectedWhy', { reason: movement.reject_reason ?? '' })}</span>
        ) : null}
      </span>
      <span className={c.amount}>
        {entry ? '+' : '−'} {amount(centimos(movement.amount))}
      </span>
      {onReject ? (
        <IconButton label={t('cash.rejectOf', { motive: movement.motive })} onClick={onReject}>
          <IconBan size={20} stroke={1.8} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  )
}
