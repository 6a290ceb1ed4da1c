import { IconSend2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PaymentInfo } from '../../api/model'
import { isSent } from '../../data/orders/account'
import { measuredName } from '../../data/orders/lineText'
import { centimos, quantity } from '../../ui/format'
import { dueOf, isUnchosen, type Split } from './due'
import c from './PaymentAccount.module.css'

/** Lists the dishes that are not sent yet: the payment that closes the account sends them. */
export function ToSend({ info, split }: { info: PaymentInfo; split: Split }) {
  const { t } = useTranslation()
  const unsent = info.lines.filter((line) => !isSent(line))
  if (unsent.length === 0) return null
  const closes = isUnchosen(split) || dueOf(info, split) === centimos(info.total)
  return (
    <p className={c.toSend}>
      <IconSend2 size={18} stroke={2} aria-hidden="true" />
      <span>
        {t(closes ? 'payments.sendsOnCollect' : 'payments.sendsWithLast')}{' '}
        <b>{unsent.map((line) => `${quantity(line.qty)} ${measuredName(line)}`).join(', ')}</b>
      </span>
    </p>
  )
}
