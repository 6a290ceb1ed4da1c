import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PaymentInfo } from '../../api/model'
import { amount, centimos } from '../../ui/format'
import { dueOf, nextShare, sharesPaid } from './due'
import c from './Persons.module.css'

/** Who shares the account, one after another: who has paid, and whose turn it is. */
export function Persons({ info, of }: { info: PaymentInfo; of: number }) {
  const { t } = useTranslation()
  const paid = sharesPaid(info, of)
  const next = nextShare(info, of)
  return (
    <ol className={c.persons} aria-label={t('payments.persons')}>
      {Array.from({ length: of }, (_, index) => {
        const share = paid[index]
        const isNext = index + 1 === next
        const sum = share ? centimos(share.total) : dueOf(info, { mode: 'equal', of })
        return (
          <li key={index} aria-current={isNext ? 'step' : undefined} data-paid={share ? true : undefined}>
            <span>
              {share ? <IconCheck size={16} stroke={2.6} aria-hidden="true" /> : null}
              {t('payments.personNumber', { number: index + 1 })}
            </span>
            <b>{share ? t('payments.personPaid', { amount: amount(sum) }) : isNext ? amount(sum) : '—'}</b>
          </li>
        )
      })}
    </ol>
  )
}
