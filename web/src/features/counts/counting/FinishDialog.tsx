import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { StockCount } from '../../../api/model'
import { ConfirmDialog } from '../../../ui/ConfirmDialog'
import { useStepCount } from '../queries'

/** Asks once before the differences are shown: from then on items are counted again only on demand. */
export function FinishDialog(props: { count: StockCount; left: number; onClose: () => void }) {
  const { count, left, onClose } = props
  const { t } = useTranslation()
  const go = useNavigate()
  const review = useStepCount(count.id, 'review', () => void go(`/inventory/counts/${count.id}/review`))
  return (
    <ConfirmDialog
      title={t('counts.counting.finishTitle')}
      text={left > 0 ? t('counts.counting.finishText', { count: left }) : t('counts.counting.doneText')}
      action={t('counts.counting.review')}
      busy={review.isPending}
      error={review.error}
      onConfirm={() => review.mutate(undefined)}
      onClose={onClose}
    />
  )
}
