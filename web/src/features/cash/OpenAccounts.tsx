import { IconReceipt2 } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Floor } from '../../api/model'
import { useFloor } from '../../data/floor/queries'
import { centimos, money } from '../../ui/format'
import c from './DifferenceStep.module.css'

/** More accounts than these cannot be read at a glance. */
const mostNamed = 6

/** Lists the unpaid accounts: they stay open, and whoever closes should know. */
export function OpenAccounts() {
  const { t } = useTranslation()
  const floor = useFloor().data
  const open = floor ? openAccounts(floor, t) : []
  if (open.length === 0) return null
  const total = open.reduce((sum, account) => sum + account.total, 0)
  const names = open.slice(0, mostNamed).map((account) => account.name)
  const more = open.length - names.length
  return (
    <p className={c.carry}>
      <IconReceipt2 size={24} stroke={1.8} aria-hidden="true" />
      <span>
        <b>{t('cash.openAccounts', { count: open.length, amount: money(total) })}</b>
        <span>
          {names.join(', ')}
          {more > 0 ? ` ${t('cash.openAccountsMore', { more })}` : ''}.{' '}
          {t('cash.openAccountsText', { count: open.length })}
        </span>
      </span>
    </p>
  )
}

/** Counts the open tables, take-aways and deliveries; those that are paid and only wait to be handed over are left out. */
export function openAccounts(floor: Floor, t: TFunction) {
  const tables = floor.salons
    .flatMap((salon) => salon.tables)
    .flatMap(({ name, request }) =>
      request ? [{ name: t('orders.table', { name }), total: centimos(request.total) }] : [],
    )
  const others = [...floor.takeaway, ...floor.delivery]
    .filter((request) => !request.is_paid)
    .map(({ type, correlative, due }) => ({
      name: t(type === 'DELIVERY' ? 'orders.delivery' : 'orders.takeaway', { number: correlative }),
      total: centimos(due),
    }))
  return [...tables, ...others]
}
