import { IconArmchair, IconFileAlert, IconLockOpen2, IconPackageOff, IconPackages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../api/model'
import { clock, quantity } from '../../ui/format'
import { Card } from '../../ui/OfficePage'
import { useUser } from '../people/session'
import c from './Attention.module.css'
import { Way } from './Way'
import { wayTo } from './ways'

const dayFormat = new Intl.DateTimeFormat('es-PE', { day: '2-digit', month: '2-digit', timeZone: 'UTC' })

/** How the house stands right now: tables, cash boxes, stock, and what the tax authority has not got yet. */
export function House({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation()
  const user = useUser()
  const { tables, cashboxes, low_stock: low, documents_not_sent: unsent } = dashboard
  const stockAt = low.products > 0 ? '/products' : '/supplies'
  return (
    <Card padded label={t('dashboard.house')}>
      <h2 className={c.title}>{t('dashboard.house')}</h2>
      <ul className={c.list}>
        <li>
          <Way to={wayTo(user, '/pos')}>
            <IconArmchair size={20} aria-hidden="true" />
            <span>{t('dashboard.tables', { occupied: tables.occupied, total: tables.total })}</span>
          </Way>
        </li>
        {cashboxes.map((box) => (
          <li key={box.cycle_id}>
            <Way to={wayTo(user, `/cashbox-cycles/${box.cycle_id}/detail`)}>
              <IconLockOpen2 size={20} aria-hidden="true" />
              <span>
                {t('dashboard.cashbox', { name: box.name })}
                <small>
                  {t('dashboard.openBy', { name: box.user_name, time: clock(new Date(box.opened_at)) })}
                </small>
              </span>
            </Way>
          </li>
        ))}
        {cashboxes.length === 0 ? (
          <li>
            <Way to={wayTo(user, '/cashbox-cycles')}>
              <IconLockOpen2 size={20} aria-hidden="true" />
              <span>{t('dashboard.closedNow')}</span>
            </Way>
          </li>
        ) : null}
        <li>
          <Way to={low.products + low.supplies > 0 ? wayTo(user, stockAt) : undefined}>
            {low.products + low.supplies > 0 ? (
              <IconPackageOff size={20} data-warning aria-hidden="true" />
            ) : (
              <IconPackages size={20} aria-hidden="true" />
            )}
            <span>
              {low.products + low.supplies > 0
                ? t('dashboard.low', { count: low.products + low.supplies })
                : t('dashboard.enough')}
              {low.items.length > 0 ? (
                <small>
                  {low.items
                    .map(
                      (item) => `${item.name} (${quantity(item.on_hand)}${item.unit ? ` ${item.unit}` : ''})`,
                    )
                    .join(', ')}
                </small>
              ) : null}
            </span>
          </Way>
        </li>
        {unsent && unsent.count > 0 ? (
          <li>
            <Way to={wayTo(user, '/pos-options?tab=documents')}>
              <IconFileAlert size={20} aria-hidden="true" />
              <span>
                {t('dashboard.unsent', { count: unsent.count })}
                {unsent.since ? (
                  <small>
                    {t('dashboard.since', { day: dayFormat.format(new Date(`${unsent.since}T12:00:00Z`)) })}
                  </small>
                ) : null}
              </span>
            </Way>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}
