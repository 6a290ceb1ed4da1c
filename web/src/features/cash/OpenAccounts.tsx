import { IconReceipt2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { centimos, money } from '../../ui/format'
import { useFloor } from '../floor/queries'
import c from './DifferenceStep.module.css'

/** What nobody has paid yet: it stays open, and whoever closes should know. */
export function OpenTables() {
  const { t } = useTranslation()
  const tables = useFloor().data?.salons.flatMap((salon) => salon.tables) ?? []
  const open = tables.flatMap((table) => table.request ?? [])
  if (open.length === 0) return null
  const total = open.reduce((sum, request) => sum + centimos(request.total), 0)
  return (
    <p className={c.carry}>
      <IconReceipt2 size={24} stroke={1.8} aria-hidden="true" />
      <span>
        <b>{t('cash.openTables', { count: open.length, amount: money(total) })}</b>
        <span>{t('cash.openTablesText')}</span>
      </span>
    </p>
  )
}
