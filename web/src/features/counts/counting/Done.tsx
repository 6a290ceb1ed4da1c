import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { StockCount } from '../../../api/model'
import { useOutbox } from '../outbox'
import { useStepCount } from '../queries'
import c from './Counting.module.css'

/** Says that nothing is left to count; those who may go on to the differences. */
export function Done({ count, reviews }: { count: StockCount; reviews: boolean }) {
  const { t } = useTranslation()
  const go = useNavigate()
  const waits = useOutbox((box) => box.pending.some((each) => each.countId === count.id))
  const review = useStepCount(count.id, 'review', () => void go(`/inventory/counts/${count.id}/review`))
  const again = count.status === 'REVIEW'
  return (
    <div className={c.rest}>
      <h2>{t('counts.counting.done')}</h2>
      <p>
        {again
          ? t('counts.counting.doneAgain')
          : t(reviews ? 'counts.counting.doneText' : 'counts.counting.doneCounter')}
      </p>
      {reviews && !again ? (
        // Values that are still being sent belong to the count.
        <Button
          size="lg"
          disabled={waits}
          loading={review.isPending}
          onClick={() => review.mutate(undefined)}
        >
          {t('counts.counting.review')}
        </Button>
      ) : reviews ? (
        <Button size="lg" component={Link} to={`/inventory/counts/${count.id}/review`}>
          {t('counts.counting.review')}
        </Button>
      ) : null}
    </div>
  )
}
