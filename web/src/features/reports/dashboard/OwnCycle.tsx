import { Button } from '@mantine/core'
import { IconCash, IconCoin, IconLockOpen2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Dashboard } from '../../../api/model'
import { centimos, clock, longDate, money } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './Attention.module.css'
import { Way } from './Way'

/** A cashier's own session: how many payments and by what; amounts only once it is closed, since it is counted blind. */
export function OwnCycle({ cycle }: { cycle: NonNullable<Dashboard['cycle']> | null }) {
  const { t } = useTranslation()
  if (!cycle) {
    return (
      <Card padded label={t('dashboard.ownCycle')}>
        <h2 className={c.title}>{t('dashboard.ownCycle')}</h2>
        <p className={c.say}>{t('dashboard.noCycle')}</p>
        <Button component={Link} to="/cashbox-cycles" size="lg">
          {t('dashboard.toCycles')}
        </Button>
      </Card>
    )
  }
  const opened = new Date(cycle.opened_at)
  return (
    <Card padded label={t('dashboard.ownCycle')}>
      <h2 className={c.title}>{t('dashboard.ownCycle')}</h2>
      <p className={c.say}>{t(cycle.is_open ? 'dashboard.blind' : 'dashboard.closedCycle')}</p>
      <ul className={c.list}>
        <li>
          <Way to={`/cashbox-cycles/${cycle.id}/detail`}>
            <IconLockOpen2 size={20} aria-hidden="true" />
            <span>
              {t('dashboard.cashbox', { name: cycle.cashbox })}
              <small>{`${longDate(opened)}, ${clock(opened)}`}</small>
            </span>
            <b>{t('dashboard.payments', { count: cycle.payments })}</b>
          </Way>
        </li>
        {cycle.methods.map((method) => (
          <li key={method.name}>
            <div className={c.row}>
              <IconCoin size={20} aria-hidden="true" />
              <span>
                {method.name}
                <small>{t('dashboard.payments', { count: method.payments })}</small>
              </span>
              {method.total ? <b>{money(centimos(method.total))}</b> : null}
            </div>
          </li>
        ))}
        {cycle.total ? (
          <li>
            <div className={c.row}>
              <IconCash size={20} aria-hidden="true" />
              <span>{t('dashboard.cycleTotal')}</span>
              <b>{money(centimos(cycle.total))}</b>
            </div>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}
