import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentInfo } from '../../api/model'
import { amount, centimos } from '../../ui/format'
import { dueOf, nextShare, sharesPaid } from './due'
import c from './Persons.module.css'

/** With more persons than these there is room for the numbers alone. */
const few = 6
/** More persons than these scroll. */
const inSight = 24

/** Lists the persons who share the account: who has paid, and whose turn it is. */
export function Persons({ info, of }: { info: PaymentInfo; of: number }) {
  const { t } = useTranslation()
  const paid = sharesPaid(info, of)
  const next = nextShare(info, of)
  const list = useRef<HTMLOListElement>(null)
  const many = of > few
  // Among very many persons, the list scrolls to those who have not paid yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose turn it is is found by its mark
  useEffect(() => {
    const turn = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && turn) list.current.scrollTop = turn.offsetTop
  }, [next, of])
  return (
    <ol
      ref={list}
      className={c.persons}
      data-many={many || undefined}
      tabIndex={of > inSight ? 0 : undefined}
      aria-label={t('payments.persons')}
    >
      {Array.from({ length: of }, (_, index) => {
        const share = paid.get(index + 1)
        const isNext = index + 1 === next
        const sum = amount(share ? centimos(share.total) : dueOf(info, { mode: 'equal', of }))
        const name = t('payments.personNumber', { number: index + 1 })
        const said = share ? t('payments.personPaid', { amount: sum }) : isNext ? sum : '—'
        return (
          <li
            key={index}
            aria-current={isNext ? 'step' : undefined}
            aria-label={many ? `${name}: ${said}` : undefined}
            data-paid={share ? true : undefined}
          >
            <span>
              {share ? <IconCheck size={16} stroke={2.6} aria-hidden="true" /> : null}
              {many ? index + 1 : name}
            </span>
            {many ? null : <b>{said}</b>}
          </li>
        )
      })}
    </ol>
  )
}
