import { useTranslation } from 'react-i18next'
import { house } from '../../../session/house'
import { NumericPad } from '../../../ui/NumericPad'
import { Question } from '../../../ui/Question'
import type { Method } from './adjustment'
import c from './Panel.module.css'

interface Props {
  label: string
  method: Method
  methods: Method[]
  text: string
  /** One tap sets one of these rates. */
  presets: number[]
  error: string | null
  onMethod: (method: Method) => void
  onPreset: (value: number) => void
  onKey: (key: string) => void
}

/** Asks for a rate or an amount: the typed text in large, presets, and the pad. */
export function RateField({
  label,
  method,
  methods,
  text,
  presets,
  error,
  onMethod,
  onPreset,
  onKey,
}: Props) {
  const { t } = useTranslation()
  return (
    <Question title={label} part="rate">
      <div className={c.entry} data-choice={methods.length > 1 || undefined}>
        {methods.length > 1 ? (
          <div className={c.pair} role="radiogroup" aria-label={t('adjust.method')}>
            {methods.map((each) => (
              // biome-ignore lint/a11y/useSemanticElements: a large key, not the small circle of a radio
              <button
                key={each}
                type="button"
                role="radio"
                aria-checked={method === each}
                aria-label={t(`adjust.methods.${each}`)}
                className={c.key}
                onClick={() => onMethod(each)}
              >
                <span className={c.long}>{t(`adjust.methods.${each}`)}</span>
                <span className={c.short} aria-hidden="true">
                  {each === 'percent' ? '%' : house().currency_symbol}
                </span>
              </button>
            ))}
          </div>
        ) : null}
        <output className={c.value} data-empty={!text || undefined} data-bad={error ? true : undefined}>
          {method === 'fixed' ? <small>{house().currency_symbol}</small> : null}
          {text || '0'}
          {method === 'percent' ? <small>%</small> : null}
        </output>
      </div>
      {error ? (
        <p className={c.bad} role="alert">
          {error}
        </p>
      ) : null}
      {presets.length > 0 ? (
        <div className={c.presets}>
          {presets.map((value) => (
            <button
              key={value}
              type="button"
              className={c.key}
              aria-pressed={text === String(value)}
              onClick={() => onPreset(value)}
            >
              {method === 'percent' ? `${value}\u00a0%` : value}
            </button>
          ))}
        </div>
      ) : null}
      <NumericPad onKey={onKey} />
    </Question>
  )
}
