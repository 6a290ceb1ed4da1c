import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MethodRow, MethodStanding } from '../../../api/model'
import { amount, centimos } from '../../../ui/format'
import c from './MethodTabs.module.css'

/** A way to pay; one without any payment has a tab too, because its file may show some. */
export interface MethodTab {
  id: number
  name: string
  is_cash: boolean
  total: string
  operations: number
}

export function tabsOf(methods: MethodRow[], standings: MethodStanding[]): MethodTab[] {
  const brought = methods.map(({ payment_option_id: id, name, is_cash, sums }) => {
    return { id, name, is_cash, total: sums.total, operations: sums.operations }
  })
  const others = standings.filter(
    ({ payment_option_id, is_cash }) => !is_cash && brought.every(({ id }) => id !== payment_option_id),
  )
  const quiet = others.map(({ payment_option_id: id, name, is_cash }) => {
    return { id, name, is_cash, total: '0', operations: 0 }
  })
  return [...brought, ...quiet]
}

interface Props {
  methods: MethodTab[]
  standings: MethodStanding[]
  chosen: number
  /** The id of the panel that a tab opens. */
  panel: string
  onChoose: (option: number) => void
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Shows the ways to pay with the amount and the state of each. */
export function MethodTabs({ methods, standings, chosen, panel, onChoose }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const step = (event: KeyboardEvent, at: number) => {
    const to = steps[event.key]?.(at, methods.length)
    const method = to === undefined ? undefined : methods[to]
    if (!method) return
    event.preventDefault()
    onChoose(method.id)
    list.current?.querySelectorAll('button')[to ?? 0]?.focus()
  }
  return (
    <div ref={list} className={c.tabs} role="tablist" aria-label={t('reconciliation.tabs')}>
      {methods.map((method, at) => {
        const { id } = method
        const standing = standings.find((each) => each.payment_option_id === id)
        return (
          <button
            key={id}
            id={`${panel}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            aria-controls={id === chosen ? panel : undefined}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
            onKeyDown={(event) => step(event, at)}
          >
            <span className={c.name}>{method.name}</span>
            <b>{amount(centimos(method.total))}</b>
            {standing ? (
              <span className={c.state} data-state={toneOf(standing)}>
                {t(`reconciliation.standing.${standing.standing}`, {
                  count: standing.standing === 'DAYS_MISSING' ? standing.missing_days : standing.to_clear,
                })}
              </span>
            ) : null}
            <small>
              {method.is_cash && standing
                ? t('reconciliation.closings', { count: standing.closed_cycles })
                : t('methodReport.operations', { count: method.operations })}
            </small>
          </button>
        )
      })}
    </div>
  )
}

function toneOf({ standing }: MethodStanding): 'good' | 'warning' | undefined {
  if (standing === 'RECONCILED' || standing === 'CASH_EVEN') return 'good'
  return standing === 'TO_CLEAR' || standing === 'CASH_DIFFERENCE' ? 'warning' : undefined
}
