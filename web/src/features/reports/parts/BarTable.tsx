import { useTranslation } from 'react-i18next'
import { amount } from '../../../ui/format'
import type { Bar } from './bars'
import c from './ChartCard.module.css'
import { PercentChange } from './PercentChange'

interface Props {
  label: string
  bars: readonly Bar[]
  /** The headings of the rows and of the two columns. */
  heads: { what: string; now: string; before?: string }
}

/** Shows the bars as a table of numbers. */
export function BarTable({ label, bars, heads }: Props) {
  const { t } = useTranslation()
  return (
    <table className={c.table}>
      <caption className="sr">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{heads.what}</th>
          <th scope="col">{heads.now}</th>
          {heads.before ? (
            <>
              <th scope="col">{heads.before}</th>
              <th scope="col">{t('chart.change')}</th>
            </>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key}>
            <th scope="row">{bar.fullName}</th>
            <td>{amount(bar.now)}</td>
            {heads.before ? (
              <>
                <td>{bar.before === null ? '—' : amount(bar.before)}</td>
                <td>
                  <PercentChange percent={bar.change} />
                </td>
              </>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
