import { useTranslation } from 'react-i18next'
import type { PaymentInfo } from '../../api/model'
import { amount, money } from '../../ui/format'
import type { Split } from './due'
import c from './PaymentAccount.module.css'
import { type SumRow, sumRowsOf } from './sums'

/** Lists the sums from the lines to what is paid, so that anybody who adds them up gets the same. */
export function AccountSums({ info, split }: { info: PaymentInfo; split: Split }) {
  const { t } = useTranslation()
  const name = ({ is }: SumRow) => ('said' in is ? t(`payments.${is.said}`) : is.name)
  return (
    <dl className={c.sums}>
      {sumRowsOf(info, split).map((row, index) => (
        <div key={`${index} ${name(row)}`} data-kind={row.kind}>
          <dt>{name(row)}</dt>
          <dd>{row.kind === 'sum' ? money(row.value) : amount(row.value)}</dd>
        </div>
      ))}
    </dl>
  )
}
