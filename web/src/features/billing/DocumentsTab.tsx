import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaymentsConfig } from '../../data/payments/queries'
import { businessDay } from '../../ui/format'
import { Failed, Loading } from '../../ui/LoadState'
import { SearchField } from '../../ui/SearchField'
import collect from '../../widgets/documents/DocumentCards.module.css'
import c from '../../widgets/documents/DocumentsTab.module.css'
import { DocumentList } from './DocumentList'

const states = ['', 'STANDING', 'GONE'] as const

/** Lists the documents of the user's own cash cycle or, without one, of the day: each can be shown, printed again or voided. */
export default function DocumentsTab() {
  const { t } = useTranslation()
  const config = usePaymentsConfig()
  const [text, setText] = useState('')
  const [state, setState] = useState<(typeof states)[number]>('')
  const [page, setPage] = useState(1)
  const cycle = config.data?.cycle?.id ?? null
  const term = useDeferredValue(text.trim())
  return (
    <div className={collect.page}>
      <div className={c.head}>
        <SearchField
          label={t('refunds.search')}
          value={text}
          onChange={(value) => {
            setText(value)
            setPage(1)
          }}
        />
        <div className={collect.kinds} role="radiogroup" aria-label={t('refunds.state')}>
          {states.map((each) => (
            // biome-ignore lint/a11y/useSemanticElements: keys to tap, not the small circle of a radio
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={state === each}
              onClick={() => {
                setState(each)
                setPage(1)
              }}
            >
              {t(`refunds.states.${each || 'all'}`)}
            </button>
          ))}
        </div>
      </div>
      {config.data ? (
        <p className={c.whose}>
          {cycle ? t('refunds.ofCycle', { name: config.data.cycle?.cashbox_name }) : t('refunds.ofDay')}
        </p>
      ) : null}
      {config.error && !config.data ? (
        <Failed title={t('refunds.listFailed')} error={config.error} onRetry={() => void config.refetch()} />
      ) : config.data ? (
        <DocumentList
          filter={{ cycle, from: cycle ? null : businessDay(Date.now()), to: null, term, state, page }}
          onPage={setPage}
        />
      ) : (
        <Loading label={t('refunds.documents')} rows={6} height={72} />
      )}
    </div>
  )
}
