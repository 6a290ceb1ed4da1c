import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirstUseStep } from '../../../api/model'
import c from './FirstUse.module.css'

interface Props {
  step: FirstUseStep
  number: number
  state: 'open' | 'done' | 'todo'
  minutes: number
  onOpen: () => void
  children: ReactNode
}

/** Shows a step: folded with what is there, or open with its form. */
export function StepRow({ step, number, state, minutes, onOpen, children }: Props) {
  const { t } = useTranslation()
  const key = step.key as 'COMPANY'
  const title = t(`firstUse.steps.${key}.title`)
  const hint = t(`firstUse.steps.${key}.text`)
  // What is missing is said where something is there already; an empty step says its purpose.
  const missing =
    !step.done && step.detail !== '' && state === 'todo'
      ? t('firstUse.missing', { what: step.missing.join(', ') })
      : ''
  const row = useRef<HTMLLIElement>(null)
  const before = useRef(state)
  // The step before it folds above it: without this, the next one would open out of sight.
  useEffect(() => {
    if (state === 'open' && before.current !== 'open') row.current?.scrollIntoView({ block: 'start' })
    before.current = state
  }, [state])
  return (
    <li ref={row} className={c.step} data-state={state} aria-current={state === 'open' ? 'step' : undefined}>
      <div className={c.row}>
        <span className={c.number}>
          {step.done ? <IconCheck size={22} stroke={2.6} aria-hidden="true" /> : number}
        </span>
        <div className={c.words}>
          <h2>{title}</h2>
          <p>{step.done ? step.detail || hint : missing || hint}</p>
        </div>
        {state === 'open' ? null : state === 'done' ? (
          <button
            type="button"
            className={c.change}
            onClick={onOpen}
            aria-label={`${t('firstUse.change')}: ${title}`}
          >
            {t('firstUse.change')}
          </button>
        ) : (
          <button type="button" className={c.later} onClick={onOpen} aria-label={title}>
            {step.optional ? t('firstUse.optional') : t('firstUse.minutes', { count: minutes })}
          </button>
        )}
      </div>
      {state === 'open' ? <div className={c.inside}>{children}</div> : null}
    </li>
  )
}
