import { useTranslation } from 'react-i18next'
import type { CashParts } from '../../api/model'
import { amount, centimos } from '../../ui/format'
import c from './ExpectedCashBreakdown.module.css'

const parts = ['opening', 'received', 'turned', 'refunds', 'collections', 'entries', 'expenses'] as const
/** Rows that are zero are hidden, because not every restaurant sells on credit. */
const rare = ['collections'] as const satisfies readonly (typeof parts)[number][]

/** Says in one line how the expected cash came about; it shows nothing to users who may not know it. */
export function ExpectedCashBreakdown({ cash }: { cash: CashParts | null | undefined }) {
  const { t } = useTranslation()
  if (!cash) return null
  return (
    <p className={c.made}>
      {parts
        .filter((part) => !rare.some((each) => each === part) || centimos(cash[part]) !== 0)
        .map((part) => (
          <span key={part}>
            {t(`cash.made.${part}`)} <b>{amount(centimos(cash[part]))}</b>
          </span>
        ))}
      <strong>= {amount(centimos(cash.expected))}</strong>
    </p>
  )
}
