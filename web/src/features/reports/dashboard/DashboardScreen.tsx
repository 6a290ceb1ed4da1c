import { useTranslation } from 'react-i18next'
import type { Now } from '../../../api/model'
import { may, seesOwnOnly } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { clock, longDate } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { useNow } from '../../../ui/now'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { FirstUseBanner } from '../../settings/first-use/Banner'
import { RateNewsCard } from '../../settings/law/RateNewsCard'
import { Attention } from './Attention'
import { Cashboxes } from './Cashboxes'
import c from './DashboardScreen.module.css'
import { KitchenTimes } from './KitchenTimes'
import { OwnAccounts } from './OwnAccounts'
import { OwnCycle } from './OwnCycle'
import { useStanding } from './queries'
import { Room } from './Room'
import { SoldCard } from './SoldCard'
import { States } from './States'
import { Tips } from './Tips'
import { Week } from './Week'

/** How things stand now: the house for who runs it, for everybody else their own work. */
export function Screen() {
  const { t } = useTranslation()
  const now = useNow()
  const own = seesOwnOnly(useUser())
  const standing = useStanding()
  return (
    <OfficePage
      title={t(own ? 'dashboard.shift' : 'dashboard.now')}
      summary={`${longDate(now)}, ${clock(now)}`}
    >
      <FirstUseBanner />
      <RateNewsCard />
      {standing.data ? (
        <Board told={standing.data} />
      ) : standing.isError ? (
        <Card>
          <Failed
            title={t('dashboard.failed')}
            error={standing.error}
            onRetry={() => void standing.refetch()}
          />
        </Card>
      ) : (
        <Loading label={t('dashboard.loading')} rows={3} height={180} />
      )}
    </OfficePage>
  )
}

function Board({ told }: { told: Now }) {
  const { t } = useTranslation()
  const { now } = told
  // Who may decide about it has a card of its own above.
  const attention = may(useUser(), 'settings')
    ? told.attention.filter((notice) => notice.kind !== 'LAW_RATE')
    : told.attention
  switch (now.scope) {
    case 'HOUSE':
      return (
        <>
          <div className={c.board}>
            <div className={c.main}>
              <SoldCard sold={now.sold} label={t('dashboard.sold')} />
              <States house={now} />
              <div className={c.last}>
                <Cashboxes boxes={now.cashboxes} />
              </div>
            </div>
            <div className={c.side}>
              <Attention items={attention} />
              <Room people={now.room} />
            </div>
          </div>
          <Week />
        </>
      )
    case 'OWN':
      return (
        <>
          <div className={c.board}>
            <div className={c.main}>
              <SoldCard sold={now.sold} label={t('dashboard.ownSales')} />
              <div className={c.last}>
                <Tips tips={now.tips} />
              </div>
            </div>
            <div className={c.side}>
              <OwnAccounts accounts={now.open} due={now.due} />
              {attention.length > 0 ? <Attention items={attention} /> : null}
            </div>
          </div>
          <Week />
        </>
      )
    case 'CYCLE':
      return (
        <div className={c.board}>
          <div className={c.main}>
            <OwnCycle open={now.open ?? null} last={now.last ?? null} />
          </div>
          <div className={c.side}>
            <Attention items={attention} />
          </div>
        </div>
      )
    case 'KITCHEN':
      return (
        <>
          <KitchenTimes kitchen={now} />
          <Attention items={attention} />
        </>
      )
  }
}
