import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { StockCount } from '../../../api/model'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { Failed, Loading } from '../../../ui/LoadState'
import { useTitle } from '../../../ui/title'
import { leftOf, lineOfCode, shownLines } from '../countLines'
import { sendPending, useOutbox } from '../outbox'
import { useCounting } from '../queries'
import { ClashDialog } from './ClashDialog'
import c from './Counting.module.css'
import { CountingBar } from './CountingBar'
import { CountKeypad } from './CountKeypad'
import { Done } from './Done'
import { useLine } from './useLine'

/** Counts one item after the other, with large number keys. */
export function CountingScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().countId)
  const found = useCounting(id)
  useTitle(found.data?.name ?? t('counts.counting.label'))
  // Values that an earlier visit did not send are sent now.
  useEffect(() => void sendPending(), [])
  if (found.data) return <Found count={found.data} />
  return (
    <main className={c.page}>
      {found.error ? (
        <Failed
          title={t('counts.counting.failed')}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label={t('counts.counting.label')} rows={5} height={72} />
      )}
    </main>
  )
}

function Found({ count }: { count: StockCount }) {
  const { t } = useTranslation()
  const reviews = may(useUser(), 'edit_catalog')
  const pending = useOutbox((box) => box.pending)
  const clash = useOutbox((box) => box.clashes.find((each) => each.mine.countId === count.id))
  const lines = shownLines(count, pending)
  const line = useLine(count.id, lines)
  const over = count.status === 'APPROVED' || count.status === 'CANCELLED'
  const left = leftOf(lines)
  return (
    <main className={c.page}>
      <CountingBar
        count={count}
        lines={lines}
        left={left}
        sending={pending.filter((each) => each.countId === count.id).length}
        onGo={line.go}
      />
      {over ? (
        <div className={c.rest}>
          <h2>{t('counts.counting.over')}</h2>
          <p>
            {t('counts.counting.overText', { status: t(`counts.statuses.${count.status}`).toLowerCase() })}
          </p>
          <Link to={`/inventory/counts${reviews ? `/${count.id}/review` : ''}`}>
            {t(reviews ? 'counts.counting.review' : 'counts.counting.back')}
          </Link>
        </div>
      ) : line.shown ? (
        <CountKeypad
          key={line.shown.id}
          line={line.shown}
          onPut={line.put}
          onMove={line.move}
          onCode={(code) => {
            const found = lineOfCode(lines, code)
            if (found) line.go(found)
            return found !== null
          }}
        />
      ) : (
        <Done count={count} reviews={reviews} />
      )}
      {clash ? <ClashDialog key={clash.mine.id} clash={clash} /> : null}
    </main>
  )
}
