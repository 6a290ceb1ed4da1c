import {
  IconArrowBackUp,
  IconCheck,
  IconCircleOff,
  IconClockHour4,
  IconHistory,
  IconRefresh,
  IconToolsKitchen2,
  IconTrash,
  IconWifiOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { KitchenFeed } from '../../api/model'
import { reconnectNow, useConnection } from '../../api/realtime'
import { usePrintedAreas } from '../../data/printing/areas'
import { may, seesOwnOnly } from '../../session/permissions'
import { useUser } from '../../session/session'
import { clock } from '../../ui/format'
import { popItem } from '../../ui/PopMenu'
import { useNarrow } from '../../ui/viewport'
import { UserMenu } from '../../widgets/user-menu/UserMenu'
import { placeName } from './CommandCard'
import type { KitchenUndo } from './queries'
import c from './WallFoot.module.css'

interface Props {
  lost: boolean
  feed: KitchenFeed
  undo: KitchenUndo | null
  onUndo: () => void
  onRecall: () => void
  /** The button that leads to the cards out of sight. */
  children: ReactNode
}

/** The foot offers to undo the last step; without a connection it says that the cards may be old. */
export function WallFoot({ lost, feed, undo, onUndo, onRecall, children }: Props) {
  const { t } = useTranslation()
  // It is fetched while the server answers, so that it is known when it does not.
  const paper = usePrintedAreas()
  const user = useUser()
  const narrow = useNarrow()
  const records = useRecords()
  if (lost) {
    return (
      <LostBand printed={feed.areas.length > 0 && feed.areas.every((area) => paper?.has(area.id))}>
        {children}
      </LostBand>
    )
  }
  return (
    <footer className={c.foot}>
      <div role="status" className={c.notice}>
        {undo ? (
          <div className={c.undo}>
            <IconCheck size={26} stroke={2.4} aria-hidden="true" />
            <span className={c.what}>
              <UndoText undo={undo} />
            </span>
            <button type="button" onClick={onUndo}>
              <IconArrowBackUp size={24} aria-hidden="true" />
              {t('kitchen.undo')} <i aria-hidden="true">{undo.seconds} s</i>
            </button>
          </div>
        ) : null}
      </div>
      <button type="button" className={c.key} aria-label={t('kitchen.recall')} onClick={onRecall}>
        <IconHistory size={24} aria-hidden="true" />
        <span className={c.last}>{t('kitchen.recall')}</span>
      </button>
      {narrow
        ? null
        : records.map(({ to, label, Icon }) => (
            <Link key={to} to={to} className={c.key} aria-label={label}>
              <Icon size={24} aria-hidden="true" />
              <span className={c.wide}>{label}</span>
            </Link>
          ))}
      <Link to="/sold-out" className={c.key} aria-label={t('menu.soldOut')}>
        <IconCircleOff size={24} aria-hidden="true" />
        <span className={c.wide}>{t('menu.soldOut')}</span>
      </Link>
      {children}
      <div className={c.user}>
        <UserMenu place="above">
          {narrow
            ? records.map(({ to, label, Icon }) => (
                <Link key={to} to={to} className={popItem}>
                  <Icon size={20} stroke={1.8} aria-hidden="true" />
                  {label}
                </Link>
              ))
            : null}
          <Link to="/dashboard" className={popItem}>
            <IconClockHour4 size={20} stroke={1.8} aria-hidden="true" />
            {t(seesOwnOnly(user) ? 'menu.shift' : 'menu.dashboard')}
          </Link>
        </UserMenu>
      </div>
    </footer>
  )
}

/** The kitchen's records of waste and production: buttons, or entries of the user's menu where the foot has no room for them. */
function useRecords() {
  const { t } = useTranslation()
  const user = useUser()
  return [
    {
      to: '/inventory/productions?open=new',
      label: t('kitchen.produce'),
      Icon: IconToolsKitchen2,
      allowed: may(user, 'record_production'),
    },
    {
      to: '/inventory?open=new',
      label: t('kitchen.waste'),
      Icon: IconTrash,
      allowed: may(user, 'record_waste'),
    },
  ].filter(({ allowed }) => allowed)
}

function UndoText({ undo }: { undo: KitchenUndo }) {
  const { t } = useTranslation()
  const { step } = undo
  const place = placeName(step.label)
  if (step.finishes) {
    return (
      <>
        <b>{place}</b> {t('kitchen.finished')}
      </>
    )
  }
  const word = step.to === 'PREPARED' ? t('kitchen.state.done') : t('kitchen.state.cooking')
  return (
    <>
      <b>{place}</b> {step.dish ?? t('kitchen.dishes', { count: step.items.length })}: {word}
    </>
  )
}

/** White is used because red and yellow already mean age on this screen. */
function LostBand({ printed, children }: { printed: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const lostAt = useConnection((state) => state.lostAt)
  return (
    <footer className={c.lost} role="alert">
      <IconWifiOff size={44} stroke={2} aria-hidden="true" />
      <div>
        <b>{lostAt ? t('kitchen.lostSince', { time: clock(lostAt) }) : t('kitchen.lost')}</b>
        <span>
          {t('kitchen.lostText')} {printed ? t('kitchen.lostPaper') : ''}
        </span>
      </div>
      {children}
      <button type="button" onClick={reconnectNow}>
        <IconRefresh size={24} aria-hidden="true" />
        {t('common.retry')}
      </button>
    </footer>
  )
}
