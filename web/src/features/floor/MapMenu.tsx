import { IconArrowsExchange, IconChefHat, IconLayoutDashboard, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { mayOpen } from '../../app/roles'
import { popItem } from '../../ui/PopMenu'
import { useUser } from '../people/session'

const ways = [
  { to: '/pos-options', key: 'menu.options', icon: IconArrowsExchange },
  { to: '/cashbox-cycles', key: 'menu.cycles', icon: IconLock },
  { to: '/monitor-production', key: 'menu.kitchen', icon: IconChefHat },
  { to: '/dashboard', key: 'menu.dashboard', icon: IconLayoutDashboard },
] as const

/** Ways out of the sale, those that the role has. */
export function MapMenu() {
  const { t } = useTranslation()
  const user = useUser()
  return ways
    .filter((way) => mayOpen(user, way.to))
    .map(({ to, key, icon: Glyph }) => (
      <Link key={to} to={to} className={popItem}>
        <Glyph size={20} stroke={1.8} aria-hidden="true" />
        {t(key)}
      </Link>
    ))
}
