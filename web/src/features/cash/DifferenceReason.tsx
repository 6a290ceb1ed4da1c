import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Cycle, Reasoned } from '../../api/model'
import { useReviewCycle } from '../../data/cash/queries'
import { may } from '../../session/permissions'
import { useUser } from '../../session/session'
import { dateTime } from '../../ui/format'
import c from './CycleSummary.module.css'
import { useAllowedBy } from './useAllowedBy'

/** Shows the reason for closing with a difference, and whether the office has reviewed it. */
export function DifferenceReason({ cycle, closing }: { cycle: Cycle; closing?: Reasoned | null }) {
  const { t } = useTranslation()
  const user = useUser()
  const allowedBy = useAllowedBy()
  const review = useReviewCycle(cycle.id)
  if (!cycle.difference_reason) return null
  const mayReview = may(user, 'see_expected')
  return (
    <div className={c.reason}>
      <p>
        <b>{t('cash.reason')}</b> {cycle.difference_reason}
        {closing && allowedBy(closing) ? <small>{allowedBy(closing)}</small> : null}
        {cycle.reviewed_at ? <small>{t('cash.reviewed', { at: dateTime(cycle.reviewed_at) })}</small> : null}
        {cycle.to_review ? <small>{t('cash.toReview')}</small> : null}
      </p>
      {cycle.to_review && mayReview ? (
        <Button
          variant="default"
          size="md"
          loading={review.isPending}
          leftSection={<IconChecks size={20} stroke={1.9} aria-hidden="true" />}
          onClick={() => review.mutate(undefined)}
        >
          {t('cash.markReviewed')}
        </Button>
      ) : null}
    </div>
  )
}
