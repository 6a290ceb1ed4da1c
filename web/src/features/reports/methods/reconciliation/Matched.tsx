import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reconciliation } from '../../../../api/model'
import { Failed, Loading } from '../../../../ui/LoadState'
import { Pager } from '../../../../ui/list/Pager'
import { CaseActions } from './CaseActions'
import { CaseCard } from './CaseCards'
import c from './Cases.module.css'
import { keyOf } from './CaseTable'
import { type Days, useMatched } from './queries'
import type { CaseActionsState } from './useCaseActions'

interface Props {
  found: Reconciliation
  days: Days
  work: CaseActionsState
}

/** Lists all that agrees, page by page; pairs that a person joined can be taken apart again. */
export function Matched({ found, days, work }: Props) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const matched = useMatched(found.payment_option_id, days, page)
  const label = t('reconciliation.kinds.MATCHED')
  if (!matched.data)
    return matched.isError ? (
      <Failed
        title={t('reconciliation.failed')}
        error={matched.error}
        onRetry={() => void matched.refetch()}
      />
    ) : (
      <Loading label={label} rows={6} height={56} />
    )
  const { rows, total_pages, total_rows } = matched.data
  return (
    <>
      <ul className={c.cards} aria-label={label}>
        {rows.map((each) => (
          <li key={keyOf(each)} data-agrees>
            <CaseCard found={each} name={found.name} />
            {each.mark ? <CaseActions found={each} work={work} /> : null}
          </li>
        ))}
      </ul>
      {total_pages > 1 ? (
        <Pager page={page} pages={total_pages} rows={rows.length} total={total_rows} onPage={setPage} />
      ) : null}
    </>
  )
}
