import { IconCash, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CashCount } from '../../api/model'
import { amount, centimos } from '../../ui/format'
import { methodIcon } from '../../ui/paymentIcons'
import { Difference } from './Difference'
import c from './DifferenceTable.module.css'

/** Shows expected, counted and difference of each method, and below how the expected cash came about. */
export function DifferenceTable({ count, made }: { count: CashCount; made?: ReactNode }) {
  const { t } = useTranslation()
  const names = Object.keys(count.expected)
  const total = (of: Record<string, string>) => names.reduce((sum, name) => sum + centimos(of[name]), 0)
  return (
    <div className={c.card}>
      <table className={c.table}>
        <thead>
          <tr>
            <th scope="col">{t('cash.method')}</th>
            <th scope="col">{t('cash.expected')}</th>
            <th scope="col">{t('cash.countedColumn')}</th>
            <th scope="col">{t('cash.difference')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const difference = centimos(count.differences[name])
            const cash = name.toLowerCase() === 'efectivo'
            const Glyph = cash ? IconCash : methodIcon({ name, is_cash: false })
            return (
              <tr key={name} data-off={difference !== 0 || undefined}>
                <th scope="row">
                  <span>
                    <Glyph size={20} stroke={1.8} aria-hidden="true" />
                    {name}
                  </span>
                </th>
                <td>{amount(centimos(count.expected[name]))}</td>
                <td>
                  <b>{amount(centimos(count.counted[name]))}</b>
                </td>
                <td>
                  {difference === 0 ? (
                    <span className={c.good}>
                      <IconCheck size={16} stroke={2.4} aria-hidden="true" />
                      {t('cash.squares')}
                    </span>
                  ) : (
                    <Difference value={difference} />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('cash.total')}</th>
            <td>{amount(total(count.expected))}</td>
            <td>{amount(total(count.counted))}</td>
            <td>
              <Difference value={centimos(count.difference)} />
            </td>
          </tr>
        </tfoot>
      </table>
      {made}
    </div>
  )
}
