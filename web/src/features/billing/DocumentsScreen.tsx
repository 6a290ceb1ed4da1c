import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { businessDay } from '../../ui/format'
import { Card, OfficePage } from '../../ui/OfficePage'
import { SearchField } from '../../ui/SearchField'
import { DocumentList } from './DocumentList'
import c from './DocumentsScreen.module.css'
import { type Period, periods, spanOf } from './periods'

const states = ['', 'TO_SEND', 'VOIDED'] as const

/** Every document of a time, to be read: for who keeps the books and who runs the house. */
export function Screen() {
  const { t } = useTranslation()
  // What is shown lies in the address: a notice leads to what it speaks of.
  const [params, setParams] = useSearchParams()
  const state = states.find((each) => each === params.get('state')) ?? ''
  const usual: Period = state === 'TO_SEND' ? 'all' : 'month'
  const period = periods.find((each) => each === params.get('period')) ?? usual
  const text = params.get('q') ?? ''
  const page = Math.max(1, Number(params.get('page')) || 1)
  const change = (what: Record<string, string>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('page')
        for (const [name, value] of Object.entries(what)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  const filter = {
    cycle: null,
    ...spanOf(period, businessDay(Date.now())),
    term: useDeferredValue(text.trim()),
    state,
    page,
  }
  return (
    <OfficePage title={t('accounting.documents')} summary={t('accounting.documentsText')}>
      <Card padded label={t('accounting.documents')}>
        <div className={c.page}>
          <div className={c.head}>
            <SearchField label={t('refunds.search')} value={text} onChange={(q) => change({ q })} />
            <Choice
              label={t('accounting.period')}
              options={periods.map((each) => [each, t(`accounting.periods.${each}`)])}
              value={period}
              onChange={(each) => change({ period: each })}
            />
            <Choice
              label={t('refunds.state')}
              options={states.map((each) => [each, t(`accounting.states.${each || 'ALL'}`)])}
              value={state}
              onChange={(each) => change({ state: each, period: '' })}
            />
          </div>
          <DocumentList filter={filter} onPage={(next) => change({ page: String(next) })} reading />
        </div>
      </Card>
    </OfficePage>
  )
}

interface ChoiceProps {
  label: string
  options: (readonly [value: string, label: string])[]
  value: string
  onChange: (value: string) => void
}

/** One of a few, each a key. */
function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <div className={c.keys} role="radiogroup" aria-label={label}>
      {options.map(([each, name]) => (
        // biome-ignore lint/a11y/useSemanticElements: keys to tap, not the small circle of a radio
        <button
          key={each}
          type="button"
          role="radio"
          aria-checked={value === each}
          onClick={() => onChange(each)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
