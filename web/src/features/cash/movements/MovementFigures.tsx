import { useTranslation } from 'react-i18next'
import type { MovementRows } from '../../../api/model'
import { amount, centimos } from '../../../ui/format'
import { KpiStrip } from '../../../ui/KpiStrip'

/** Shows income, expense and the balance of the approved movements. */
export function MovementFigures({ sums }: { sums: MovementRows['totals'] | undefined }) {
  const { t } = useTranslation()
  const said = (text: string | undefined) => (text === undefined ? '–' : amount(centimos(text)))
  const out = sums && centimos(sums.expenses) > 0 ? `−${said(sums.expenses)}` : said(sums?.expenses)
  return (
    <KpiStrip
      items={[
        { label: t('movementList.in'), value: said(sums?.entries) },
        { label: t('movementList.out'), value: out },
        {
          label: t('movementList.net'),
          value: said(sums?.balance),
          note: sums?.rejected ? t('movementList.notCounted') : undefined,
        },
        {
          label: t('movementList.operations'),
          value: sums ? String(sums.approved) : '–',
          note: sums?.rejected ? t('movementList.rejected', { count: sums.rejected }) : undefined,
        },
      ]}
    />
  )
}
