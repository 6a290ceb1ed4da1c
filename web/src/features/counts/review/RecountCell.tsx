import { Button } from '@mantine/core'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { StockCount } from '../../../api/model'
import { firstNames } from '../countLines'
import { useRecount } from '../queries'
import { otherCounter, type Reviewed } from './differences'
import c from './Review.module.css'

/** Asks for a line to be counted once more, or shows the progress of that. */
export function RecountCell({ line, count, open }: { line: Reviewed; count: StockCount; open: boolean }) {
  const { t } = useTranslation()
  const ask = useRecount(count.id)
  const { recounted } = line.review
  if (line.recount && open) {
    const name = line.recount.by_name ? firstNames([line.recount.by_name]) : null
    return (
      <span className={c.recount} data-waits>
        <IconRefresh size={16} stroke={2} aria-hidden="true" />
        {name ? t('counts.review.askedOf', { name }) : t('counts.review.asked')}
      </span>
    )
  }
  if (recounted)
    return (
      <span className={c.recount} data-same={recounted === 'SAME' || undefined}>
        <IconCheck size={16} stroke={2.2} aria-hidden="true" />
        {t(`counts.review.${recounted}`)}
      </span>
    )
  if (!open) return null
  return (
    <Button
      variant="default"
      aria-label={t('counts.review.askOf', { name: line.name })}
      leftSection={<IconRefresh size={18} stroke={2} aria-hidden="true" />}
      loading={ask.isPending}
      onClick={() => ask.mutate({ line_ids: [line.id], user_id: otherCounter(count, line) })}
    >
      {t('counts.review.ask')}
    </Button>
  )
}
