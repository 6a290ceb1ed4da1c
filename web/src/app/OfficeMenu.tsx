import {
  IconAdjustmentsAlt,
  IconArmchair,
  IconBuildingStore,
  IconCash,
  IconChefHat,
  IconLayoutDashboard,
  IconPrinter,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useUser } from '../features/people/session'
import c from './OfficeMenu.module.css'
import { mayOpen } from './roles'

/* Only screens that exist; those of a role that may not open one are not shown. */
const groups = [
  {
    key: 'menu.group.start',
    items: [{ to: '/dashboard', key: 'menu.dashboard', icon: IconLayoutDashboard }],
  },
  {
    key: 'menu.group.sale',
    items: [
      { to: '/pos', key: 'menu.pos', icon: IconBuildingStore },
      { to: '/monitor-production', key: 'menu.kitchen', icon: IconChefHat },
    ],
  },
  { key: 'menu.group.cash', items: [{ to: '/cashbox-cycles', key: 'menu.cycles', icon: IconCash }] },
  {
    key: 'menu.group.settings',
    items: [
      { to: '/tables', key: 'menu.tables', icon: IconArmchair },
      { to: '/printers', key: 'menu.printers', icon: IconPrinter },
      { to: '/advanced-options', key: 'menu.advanced', icon: IconAdjustmentsAlt },
      { to: '/profile', key: 'people.profile.title', icon: IconUser },
    ],
  },
] as const

export function OfficeMenu() {
  const { t } = useTranslation()
  const user = useUser()
  return groups.map((group) => {
    const items = group.items.filter((item) => mayOpen(user, item.to))
    if (items.length === 0) return null
    return (
      <div key={group.key} className={c.group}>
        {group.key === 'menu.group.start' ? null : <h2>{t(group.key)}</h2>}
        {items.map(({ to, key, icon: Glyph }) => (
          <NavLink key={to} to={to} className={c.item}>
            <Glyph size={20} stroke={1.8} aria-hidden="true" />
            {t(key)}
          </NavLink>
        ))}
      </div>
    )
  })
}
