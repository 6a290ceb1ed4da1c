import { useTranslation } from 'react-i18next'
import type { BillingCounters } from '../../api/model'
import { number } from '../../i18n/region'
import c from './StateChips.module.css'
import { taxStates } from './taxState'

/** States that wait for somebody come first, finished ones last. */
export const shownStates = [
  '',
  'TO_SEND',
  'FAILED',
  'REJECTED',
  'OBSERVED',
  'VOIDING',
  'VOIDED',
  'ACCEPTED',
] as const
export type ShownState = (typeof shownStates)[number]

const waiting = ['PENDING', 'SENT', 'VOIDING']

/** Returns how many there are of a state. */
export function stateCount(counters: BillingCounters, state: ShownState): number {
  const sum = (wanted: readonly string[]) =>
    counters.states.filter((each) => wanted.includes(each.state)).reduce((all, each) => all + each.count, 0)
  if (state === '') return counters.all
  return sum(state === 'TO_SEND' ? waiting : [state])
}

interface Props {
  counters: BillingCounters | undefined
  value: ShownState
  onChange: (state: ShownState) => void
}

/** Filters by state, with the number of documents in each; only trouble has a colour, and only where there is any. */
export function StateChips({ counters, value, onChange }: Props) {
  const { t } = useTranslation()
  // A void on its way counts among those on their way, so its state is hidden unless it is chosen.
  const shown = shownStates.filter((state) => state !== 'VOIDING' || value === 'VOIDING')
  return (
    <div className={c.chips} role="radiogroup" aria-label={t('refunds.state')}>
      {shown.map((state) => {
        const count = counters ? stateCount(counters, state) : null
        const [tone, Glyph] =
          state === '' ? [undefined, null] : taxStates[state === 'TO_SEND' ? 'PENDING' : state]
        return (
          // biome-ignore lint/a11y/useSemanticElements: keys to tap, not the small circle of a radio
          <button
            key={state}
            type="button"
            role="radio"
            aria-checked={value === state}
            data-tone={count ? tone : undefined}
            data-none={(count === 0 && state !== value && state !== '') || undefined}
            onClick={() => onChange(state)}
          >
            {Glyph ? <Glyph size={17} stroke={2} aria-hidden="true" /> : null}
            {t(`accounting.states.${state || 'ALL'}`)}
            {count === null ? null : <b>{number(count)}</b>}
          </button>
        )
      })}
    </div>
  )
}
