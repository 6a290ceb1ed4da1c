import { Button } from '@mantine/core'
import { IconCash, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Counts, cashTotal, methodTotal } from '../../data/cash/count'
import { house } from '../../session/house'
import { amount, centimos, money } from '../../ui/format'
import { Key } from '../../ui/Key'
import { methodIcon } from '../../ui/paymentIcons'
import c from './CountStep.module.css'

interface Props {
  denominations: string[]
  methods: string[]
  counts: Counts
  busy: boolean
  onFinish: () => void
}

/** Shows what has been counted so far, never what is expected. */
export function CountRail({ denominations, methods, counts, busy, onFinish }: Props) {
  const { t } = useTranslation()
  const cash = cashTotal(denominations, counts)
  const total = methods.reduce((sum, name) => sum + methodTotal(name, counts), cash)
  return (
    <aside className={c.rail} aria-label={t('cash.counted')}>
      <div className={c.big}>
        <span>{t('cash.cashCounted')}</span>
        <strong>
          <small>{house().currency_symbol}</small>
          {amount(cash)}
        </strong>
      </div>
      <ul className={c.list}>
        <li>
          <span>
            <IconCash size={20} stroke={1.8} aria-hidden="true" />
            {t('cash.cash')}
          </span>
          <b>{amount(cash)}</b>
        </li>
        {methods.map((name) => {
          const Glyph = methodIcon({ name, is_cash: false })
          const counted = counts[`m:${name}`]
          return (
            <li key={name} data-empty={counted === undefined || undefined}>
              <span>
                <Glyph size={20} stroke={1.8} aria-hidden="true" />
                {name}
              </span>
              <b>{counted === undefined ? t('cash.toCount') : amount(centimos(counted))}</b>
            </li>
          )
        })}
        <li data-total>
          <span>{t('cash.totalCounted')}</span>
          <b>{money(total)}</b>
        </li>
      </ul>
      <p className={c.tip}>
        <IconEyeOff size={20} stroke={1.8} aria-hidden="true" />
        {t('cash.blind')}
      </p>
      <div className={c.end}>
        <Button
          fullWidth
          className={c.go}
          loading={busy}
          rightSection={<Key onAction>F8</Key>}
          onClick={onFinish}
        >
          {t('cash.finish')}
        </Button>
      </div>
    </aside>
  )
}
