import { type Icon, IconCash, IconFlame, IconToolsKitchen2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { HouseNow } from '../../../api/model'
import { useUser } from '../../../session/session'
import { amount, centimos, quantity } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import { allowedPath } from './allowedPath'
import c from './HouseStatusTiles.module.css'

/** Shows three states: the tables, what is to be collected, and what the kitchen still has to make. */
export function HouseStatusTiles({ house }: { house: HouseNow }) {
  const { t } = useTranslation()
  const user = useUser()
  const { tables, to_collect: owed, late_dishes } = house
  const late = Number(late_dishes)
  return (
    <Card label={t('dashboard.states')}>
      <ul className={c.states}>
        <State
          icon={IconToolsKitchen2}
          to={allowedPath(user, '/pos')}
          value={t('dashboard.ofTables', { occupied: tables.occupied, count: tables.total })}
          text={t('dashboard.openTables')}
        />
        <State
          icon={IconCash}
          to={allowedPath(user, '/cash-monitor')}
          value={amount(centimos(owed.total))}
          text={t('dashboard.toCollect', { count: owed.count })}
        />
        <State
          icon={IconFlame}
          to={allowedPath(user, '/monitor-production')}
          value={t('dashboard.dishes', { count: late, dishes: quantity(late_dishes) })}
          text={t('dashboard.late')}
          warns={late > 0}
        />
      </ul>
    </Card>
  )
}

interface StateProps {
  icon: Icon
  to: string | undefined
  value: string
  text: string
  warns?: boolean
}

function State({ icon: Glyph, to, value, text, warns }: StateProps) {
  const said = (
    <>
      <Glyph size={22} stroke={1.8} aria-hidden="true" />
      <b>{value}</b>
      <span>{text}</span>
    </>
  )
  return (
    <li data-warns={warns || undefined}>
      {to ? (
        <Link to={to} className={c.state}>
          {said}
        </Link>
      ) : (
        <div className={c.state}>{said}</div>
      )}
    </li>
  )
}
