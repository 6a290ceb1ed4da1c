import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HouseNow, Now } from '../../../api/model'
import { may, seesOwnOnly } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { clock, longDate } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { useNow } from '../../../ui/now'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { RateNewsCard } from '../../settings/law/RateNewsCard'
import { AttendantsCard } from './AttendantsCard'
import { Attention } from './Attention'
import { Cashboxes } from './Cashboxes'
import { Columns } from './Columns'
import { FirstUseBanner } from './FirstUseBanner'
import { Goal } from './Goal'
import { GoalDialog } from './GoalDialog'
import { HouseStatusTiles } from './HouseStatusTiles'
import { KitchenTimes } from './KitchenTimes'
import { LastDay } from './LastDay'
import { isMorning } from './lastDay'
import { OwnAccounts } from './OwnAccounts'
import { OwnCycle } from './OwnCycle'
import { ordersOf, urgentFirst } from './order'
import { useSalesGoal, useStanding } from './queries'
import { SoldCard } from './SoldCard'
import { Tips } from './Tips'
import { Week } from './Week'

/** Shows the present state: the whole restaurant to those who run it, to everybody else their own work. */
export default function DashboardScreen() {
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
  // Users who may decide about a rate have a card of its own above.
  const attention = may(useUser(), 'settings')
    ? told.attention.filter((notice) => notice.kind !== 'LAW_RATE')
    : told.attention
  switch (now.scope) {
    case 'HOUSE':
      return <House house={now} today={told.business_day} attention={attention} />
    case 'OWN':
      return (
        <>
          <Columns
            cards={{
              sold: <SoldCard sold={now.sold} label={t('dashboard.ownSales')} />,
              tips: <Tips tips={now.tips} />,
              accounts: <OwnAccounts accounts={now.open} due={now.due} />,
              attention: attention.length > 0 ? <Attention items={attention} /> : null,
            }}
            main={['sold', 'tips']}
            side={['accounts', 'attention']}
            stacked={['sold', 'accounts', 'attention', 'tips']}
          />
          <Week />
        </>
      )
    case 'CYCLE':
      return (
        <Columns
          cards={{
            cycle: <OwnCycle open={now.open ?? null} last={now.last ?? null} />,
            attention: <Attention items={attention} />,
          }}
          main={['cycle']}
          side={['attention']}
          stacked={['cycle', 'attention']}
        />
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

/** Shows the panel of the company: until something is sold today, the day before comes first; then it follows. */
function House(props: { house: HouseNow; today: string; attention: Now['attention'] }) {
  const { t } = useTranslation()
  const { house, today, attention } = props
  const morning = isMorning(house)
  const orders = morning ? ordersOf.morning : ordersOf.day
  const goal = useSalesGoal().data
  const [settingGoal, setSettingGoal] = useState(false)
  return (
    <>
      <Columns
        cards={{
          lastDay: <LastDay today={today} main={morning} />,
          sold: <SoldCard sold={house.sold} label={t('dashboard.sold')} quiet={morning} />,
          states: <HouseStatusTiles house={house} />,
          cashboxes: <Cashboxes boxes={house.cashboxes} />,
          goal: <Goal onSet={() => setSettingGoal(true)} />,
          attention: <Attention items={attention} />,
          room: <AttendantsCard people={house.room} />,
        }}
        main={orders.main}
        side={orders.side}
        stacked={urgentFirst(orders.stacked, attention)}
      />
      <Week />
      {/* The dialog is not in its card, because another column makes the card anew when the tablet is turned. */}
      {goal && settingGoal ? <GoalDialog month={goal} onClose={() => setSettingGoal(false)} /> : null}
    </>
  )
}
