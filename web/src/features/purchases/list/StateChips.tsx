import { useTranslation } from 'react-i18next'
import chips from '../../../widgets/documents/StateChips.module.css'
import { type ShownState, shownStates } from '../filter'
import { stateLooks } from '../state'

interface Props {
  value: ShownState
  onChange: (state: ShownState) => void
}

/** Filters the purchases by state; those with a debt come first. */
export function StateChips({ value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <div className={chips.chips} role="radiogroup" aria-label={t('purchases.state')}>
      {shownStates.map((state) => {
        const [tone, Glyph] = state === '' ? [undefined, null] : stateLooks[state]
        return (
          // biome-ignore lint/a11y/useSemanticElements: keys to tap, not the small circle of a radio
          <button
            key={state}
            type="button"
            role="radio"
            aria-checked={value === state}
            data-tone={tone === 'quiet' ? undefined : tone}
            onClick={() => onChange(state)}
          >
            {Glyph ? <Glyph size={17} stroke={2} aria-hidden="true" /> : null}
            {t(`purchases.states.${state || 'ALL'}`)}
          </button>
        )
      })}
    </div>
  )
}
