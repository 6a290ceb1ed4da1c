import {
  IconAlertTriangle,
  IconCalendarClock,
  IconCertificate,
  IconChefHatOff,
  IconCircleCheck,
  IconClockExclamation,
  IconClockHour4,
  IconClockOff,
  IconCloudUpload,
  IconDatabaseExclamation,
  IconGavel,
  IconHourglass,
  IconLock,
  IconPackageOff,
  IconPackages,
  IconPrinter,
  IconReceiptOff,
  IconRosetteDiscountCheck,
  IconScale,
  IconShieldLock,
  IconShoppingCart,
  IconToolsKitchen2Off,
  IconTrendingUp,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../../api/model'
import { useUser } from '../../../session/session'
import { Card } from '../../../ui/OfficePage'
import c from './Attention.module.css'
import { allowedPath } from './allowedPath'
import { LinkIfAllowed } from './LinkIfAllowed'

type Notice = Dashboard['attention'][number]

const icons: Partial<Record<Notice['kind'], typeof IconLock>> = {
  CLOCK: IconClockOff,
  PRINT_JOB: IconReceiptOff,
  PRINTER: IconPrinter,
  LATE_DISH: IconClockExclamation,
  WITHOUT_AREA: IconChefHatOff,
  PIN_LOCK: IconShieldLock,
  LICENSE: IconRosetteDiscountCheck,
  BILLING: IconCertificate,
  BACKUP: IconDatabaseExclamation,
  CASH_DIFFERENCE: IconScale,
  CASH_CYCLE: IconLock,
  STOCK: IconPackageOff,
  DOCUMENTS: IconCloudUpload,
  PAYABLE: IconTruckDelivery,
  LOW_STOCK: IconPackages,
  TO_BUY: IconShoppingCart,
  PRICE_RISE: IconTrendingUp,
  IDLE_STOCK: IconHourglass,
  LAW_RATE: IconCalendarClock,
  LAW_SALES: IconGavel,
  LONG_ACCOUNT: IconClockHour4,
  SOLD_OUT: IconToolsKitchen2Off,
}

/** Lists what needs this user, worst first; each entry links to where it is mended. */
export function Attention({ items }: { items: Dashboard['attention'] }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <Card padded label={t('dashboard.attention')}>
      <h2 className={c.title}>
        {t('dashboard.attention')}
        {items.length > 0 ? <span className={c.count}>{items.length}</span> : null}
      </h2>
      <ul className={c.list}>
        {items.map((item) => {
          const Glyph = icons[item.kind] ?? IconAlertTriangle
          return (
            <li key={`${item.text} ${item.path}`}>
              <LinkIfAllowed to={allowedPath(user, item.path)}>
                <Glyph size={20} data-level={item.level} aria-hidden="true" />
                <span>
                  {item.level === 'BAD' ? <span className="sr">{t('dashboard.urgent')} </span> : null}
                  {item.text}
                  {item.detail ? <small>{item.detail}</small> : null}
                </span>
              </LinkIfAllowed>
            </li>
          )
        })}
        {items.length === 0 ? (
          <li className={c.calm}>
            <IconCircleCheck size={20} data-level="GOOD" aria-hidden="true" />
            <span>{t('dashboard.nothing')}</span>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}
