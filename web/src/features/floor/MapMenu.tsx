import {
  IconArrowsExchange,
  IconCashRegister,
  IconChefHat,
  IconCircleOff,
  IconLayoutDashboard,
  IconLock,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { may, mayOpen, seesOwnOnly } from '../../session/permissions'
import { useUser } from '../../session/session'
import { popItem } from '../../ui/PopMenu'

const ways = [
  { to: '/pos-options', key: 'menu.options', icon: IconArrowsExchange },
  { to: '/sold-out', key: 'menu.soldOut', icon: IconCircleOff },
  { to: '/cashbox-cycles', key: 'menu.cycles', icon: IconLock },
  { to: '/pos-options?tab=drawer', key: 'menu.drawer', icon: IconCashRegister },
  { to: '/monitor-production', key: 'menu.kitchen', icon: IconChefHat },
  { to: '/dashboard', key: 'menu.dashboard', icon: IconLayoutDashboard },
] as const

/** Links to other screens of the sale, as far as the role has them. */
export default function MapMenu() {
  const { t } = useTranslation()
  const user = useUser()
  return ways
    .filter((way) => (way.key === 'menu.drawer' ? may(user, 'open_drawer') : mayOpen(user, way.to)))
    .map(({ to, key, icon: Glyph }) => (
      <Link key={to} to={to} className={popItem}>
        <Glyph size={20} stroke={1.8} aria-hidden="true" />
        {t(key === 'menu.dashboard' && seesOwnOnly(user) ? 'menu.shift' : key)}
      </Link>
    ))
}
