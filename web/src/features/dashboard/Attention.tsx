import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockHour4,
  IconLock,
  IconPackageOff,
  IconPlugConnectedX,
  IconPrinter,
  IconRosetteDiscountCheck,
  IconToolsKitchen2Off,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../api/model'
import { Card } from '../../ui/OfficePage'
import { useUser } from '../people/session'
import c from './Attention.module.css'
import { Way } from './Way'
import { wayTo } from './ways'

const icons: Record<string, typeof IconLock> = {
  PRINT_JOB: IconPrinter,
  PRINTER: IconPrinter,
  AGENT: IconPlugConnectedX,
  LICENSE: IconRosetteDiscountCheck,
  CASH_CYCLE: IconLock,
  LONG_ACCOUNT: IconClockHour4,
  SOLD_OUT: IconToolsKitchen2Off,
  STOCK: IconPackageOff,
}

/** A short list of what somebody should look at; each leads to where it is dealt with, for who may go there. */
export function Attention({ items }: { items: Dashboard['attention'] }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <Card padded label={t('dashboard.attention')}>
      <h2 className={c.title}>{t('dashboard.attention')}</h2>
      <ul className={c.list}>
        {items.map((item) => {
          const Glyph = icons[item.kind] ?? IconAlertTriangle
          return (
            <li key={item.text}>
              <Way to={wayTo(user, item.path)}>
                <Glyph size={20} data-warning aria-hidden="true" />
                <span>{item.text}</span>
              </Way>
            </li>
          )
        })}
        {items.length === 0 ? (
          <li className={c.calm}>
            <IconCircleCheck size={20} data-good aria-hidden="true" />
            <span>{t('dashboard.nothing')}</span>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}
