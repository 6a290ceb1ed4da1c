import { Button } from '@mantine/core'
import { IconCash, IconCoin, IconLock, IconLockOpen2, IconScale } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CycleNow } from '../../../api/model'
import { centimos, dateTime, money, signed } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './Attention.module.css'
import { LinkIfAllowed } from './LinkIfAllowed'

type Cycle = NonNullable<CycleNow['open']>

/** Shows a cashier's own session, without amounts since it is counted blind, and the result of the last one. */
export function OwnCycle({ open, last }: { open: Cycle | null; last: Cycle | null }) {
  const { t } = useTranslation()
  return (
    <>
      <Card padded label={t('dashboard.ownCycle')}>
        <h2 className={c.title}>{t('dashboard.ownCycle')}</h2>
        <p className={c.say}>{t(open ? 'dashboard.blind' : 'dashboard.noCycle')}</p>
        {open ? (
          <Session cycle={open} />
        ) : (
          <Button component={Link} to="/cashbox-cycles" size="lg">
            {t('dashboard.toCycles')}
          </Button>
        )}
      </Card>
      {last ? (
        <Card padded label={t('dashboard.lastCycle')}>
          <h2 className={c.title}>{t('dashboard.lastCycle')}</h2>
          <Session cycle={last} />
        </Card>
      ) : null}
    </>
  )
}

function Session({ cycle }: { cycle: Cycle }) {
  const { t } = useTranslation()
  const Lock = cycle.is_open ? IconLockOpen2 : IconLock
  const difference = cycle.difference == null ? null : centimos(cycle.difference)
  return (
    <ul className={c.list}>
      <li>
        <LinkIfAllowed to={`/cashbox-cycles/${cycle.id}/detail`}>
          <Lock size={20} aria-hidden="true" />
          <span>
            {t('dashboard.cashbox', { name: cycle.cashbox })}
            <small>
              {t(cycle.is_open ? 'dashboard.openSince' : 'dashboard.closedAt', {
                time: dateTime(cycle.closed_at ?? cycle.opened_at),
              })}
            </small>
          </span>
          <b>{t('dashboard.payments', { count: cycle.payments })}</b>
        </LinkIfAllowed>
      </li>
      {cycle.methods.map((method) => (
        <Line key={method.name} icon={<IconCoin size={20} aria-hidden="true" />} amount={method.total}>
          {method.name}
          <small>{t('dashboard.payments', { count: method.payments })}</small>
        </Line>
      ))}
      {cycle.total == null ? null : (
        <Line icon={<IconCash size={20} aria-hidden="true" />} amount={cycle.total}>
          {t('dashboard.cycleTotal')}
        </Line>
      )}
      {difference === null ? null : (
        <li>
          <div className={c.row}>
            <IconScale size={20} aria-hidden="true" />
            <span>{t('dashboard.difference')}</span>
            <b>{difference === 0 ? t('dashboard.noDifference') : signed(difference)}</b>
          </div>
        </li>
      )}
    </ul>
  )
}

function Line(props: { icon: ReactNode; amount: string | null | undefined; children: ReactNode }) {
  return (
    <li>
      <div className={c.row}>
        {props.icon}
        <span>{props.children}</span>
        {props.amount == null ? null : <b>{money(centimos(props.amount))}</b>}
      </div>
    </li>
  )
}
