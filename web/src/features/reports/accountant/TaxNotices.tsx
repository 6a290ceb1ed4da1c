import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDocumentCounters } from '../../../data/billing/queries'
import { Card } from '../../../ui/OfficePage'
import { stateCount } from '../../../widgets/documents/StateChips'
import c from '../dashboard/Attention.module.css'
import { LinkIfAllowed } from '../dashboard/LinkIfAllowed'

/** Lists the documents that the tax authority refused this month, with links to where they are mended. */
export function TaxNotices({ today }: { today: string }) {
  const { t } = useTranslation()
  const month = { from: `${today.slice(0, 8)}01`, to: null }
  const counters = useDocumentCounters({ cycle: null, ...month, term: '', state: '', page: 1 }).data
  if (!counters) return null
  const rejected = stateCount(counters, 'REJECTED')
  const failed = stateCount(counters, 'FAILED')
  return (
    <Card padded label={t('books.tax')}>
      <ul className={c.list}>
        {rejected > 0 ? (
          <li>
            <LinkIfAllowed to="/documents?state=REJECTED">
              <IconAlertTriangle size={20} data-level="WARNING" aria-hidden="true" />
              <span>{t('books.rejected', { count: rejected })}</span>
            </LinkIfAllowed>
          </li>
        ) : null}
        {failed > 0 ? (
          <li>
            <LinkIfAllowed to="/documents?state=FAILED">
              <IconAlertTriangle size={20} data-level="WARNING" aria-hidden="true" />
              <span>{t('books.notSent', { count: failed })}</span>
            </LinkIfAllowed>
          </li>
        ) : null}
        {rejected + failed === 0 ? (
          <li className={c.calm}>
            <IconCircleCheck size={20} data-level="GOOD" aria-hidden="true" />
            <span>{t('books.taxFine')}</span>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}
