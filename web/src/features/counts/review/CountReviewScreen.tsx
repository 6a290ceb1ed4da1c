import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { errorText } from '../../../api/errors'
import type { StockCount, StockCountTotals } from '../../../api/model'
import { openPdf } from '../../../api/pdf'
import { clock, date, dateTime } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { popItem } from '../../../ui/PopMenu'
import { RowMenu } from '../../../ui/RowMenu'
import { showToast } from '../../../ui/toasts'
import { firstNames } from '../countLines'
import { useReview, useStepCount } from '../queries'
import { CancelDialog } from './CancelDialog'
import { Differences } from './Differences'
import { Figures } from './Figures'
import { Foot } from './Foot'
import c from './Review.module.css'

/** Compares the counted with the expected stock, the largest difference first. */
export function CountReviewScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().countId)
  const found = useReview(id)
  const { data } = found
  if (data?.totals) return <Found count={data} totals={data.totals} />
  // Nobody sees differences while counting goes on.
  if (data) return <Navigate to={`/inventory/counts/${id}`} replace />
  return (
    <OfficePage
      title={t('counts.count')}
      back={{ to: '/inventory/counts', label: t('counts.counting.back') }}
    >
      {found.error ? (
        <Failed title={t('counts.review.failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label={t('counts.count')} rows={7} />
      )}
    </OfficePage>
  )
}

function Found({ count, totals }: { count: StockCount; totals: StockCountTotals }) {
  const { t } = useTranslation()
  return (
    <OfficePage
      title={count.name}
      back={{ to: '/inventory/counts', label: t('counts.counting.back') }}
      summary={useSummary(count)}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() =>
              void openPdf(`/stock-counts/${count.id}/pdf`).catch((error) =>
                showToast('danger', t('payments.pdfFailed'), errorText(error)),
              )
            }
          >
            {t('counts.review.paper')}
          </Button>
          {count.status === 'REVIEW' ? <More count={count} recounts={totals.recounts} /> : null}
        </>
      }
    >
      <Figures totals={totals} />
      <Card label={t('counts.review.differences')}>
        <Differences count={count} />
        <Foot count={count} totals={totals} />
      </Card>
    </OfficePage>
  )
}

function useSummary(count: StockCount): string {
  const { t } = useTranslation()
  const { started_at: from, ended_at: to, cancelled } = count
  const by =
    from && to
      ? t('counts.review.by', {
          names: firstNames(count.counters),
          day: date(from),
          from: clock(from),
          to: clock(to),
        })
      : null
  const end = cancelled
    ? t('counts.review.cancelledBy', { name: cancelled.by, at: dateTime(cancelled.at) })
    : count.approved_at
      ? t('counts.review.approvedBy', { name: count.approved_by ?? '', at: dateTime(count.approved_at) })
      : t('counts.review.sold')
  return [by, end, cancelled?.reason].filter(Boolean).join(' ')
}

/** Sends the count back to counting, or cancels it. */
function More({ count, recounts }: { count: StockCount; recounts: number }) {
  const { t } = useTranslation()
  const go = useNavigate()
  const [cancels, setCancels] = useState(false)
  const reopen = useStepCount(count.id, 'reopen', () => void go(`/inventory/counts/${count.id}`))
  return (
    <div className={c.more}>
      <RowMenu label={t('counts.review.more')}>
        {recounts > 0 ? (
          <button type="button" className={popItem} onClick={() => void go(`/inventory/counts/${count.id}`)}>
            {t('counts.review.countAgain')}
          </button>
        ) : null}
        <button type="button" className={popItem} onClick={() => reopen.mutate(undefined)}>
          {t('counts.review.goOn')}
        </button>
        <button type="button" className={popItem} onClick={() => setCancels(true)}>
          {t('counts.review.cancel')}
        </button>
      </RowMenu>
      {cancels ? <CancelDialog id={count.id} onClose={() => setCancels(false)} /> : null}
    </div>
  )
}
