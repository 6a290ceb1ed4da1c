import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconClockHour4,
  IconLock,
  IconLockOpen2,
  IconPackageOff,
  IconPrinter,
  IconToolsKitchen2Off,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Dashboard } from '../../api/model'
import { Card } from '../../ui/OfficePage'
import c from './Attention.module.css'

const icons: Record<string, typeof IconLock> = {
  PRINT_JOB: IconPrinter,
  PRINTER: IconPrinter,
  CASH_CYCLE: IconLock,
  LONG_ACCOUNT: IconClockHour4,
  SOLD_OUT: IconToolsKitchen2Off,
  STOCK: IconPackageOff,
}

/** A short list of what somebody should look at. */
export function Attention(props: { items: Dashboard['attention']; cashboxesOpen: number }) {
  const { t } = useTranslation()
  const { items, cashboxesOpen } = props
  return (
    <Card padded label={t('dashboard.attention')}>
      <h2 className={c.title}>{t('dashboard.attention')}</h2>
      <ul className={c.list}>
        {items.map((item) => {
          const Glyph = icons[item.kind] ?? IconAlertTriangle
          return (
            <li key={item.text}>
              <Link to={item.path ?? '/dashboard'}>
                <Glyph size={20} data-warning aria-hidden="true" />
                <span>{item.text}</span>
                <IconChevronRight size={18} aria-hidden="true" />
              </Link>
            </li>
          )
        })}
        {items.length === 0 ? (
          <li className={c.calm}>
            <IconCircleCheck size={20} data-good aria-hidden="true" />
            <span>{t('dashboard.nothing')}</span>
          </li>
        ) : null}
        <li>
          <Link to="/cashbox-cycles">
            <IconLockOpen2 size={20} aria-hidden="true" />
            <span>
              {cashboxesOpen > 0
                ? t('dashboard.cashboxes', { count: cashboxesOpen })
                : t('dashboard.closedNow')}
            </span>
            <IconChevronRight size={18} aria-hidden="true" />
          </Link>
        </li>
      </ul>
    </Card>
  )
}
