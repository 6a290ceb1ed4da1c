import { IconAlertTriangle, IconArrowDownRight, IconArrowUpRight, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CloseOfDay } from '../../../api/model'
import { number } from '../../../i18n/region'
import { symbol } from '../../../ui/currencySymbol'
import { amount, centimos, dayText, quantity, weekday } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './Close.module.css'
import { actDetailText, cashDifferenceText } from './closeTexts'

/** Shows the figures of the day; trouble stands before long lists. */
export function CloseFigures({ day }: { day: CloseOfDay }) {
  const { t } = useTranslation()
  const days = `?period=range&from=${day.date}&to=${day.date}`
  const beside = [
    [t('close.tips'), day.tips],
    [t('close.debts'), day.collections],
    [t('close.credit'), day.credit],
  ].filter(([, sum]) => centimos(sum) !== 0)
  return (
    <div className={c.figures}>
      <Sold day={day} />
      {day.cashboxes.map((cash) => (
        <p key={cash.cycle_id} className={c.cashbox} data-short={centimos(cash.short) > 0 || undefined}>
          {centimos(cash.short) > 0 ? (
            <IconAlertTriangle size={24} stroke={1.8} aria-hidden="true" />
          ) : (
            <IconInfoCircle size={24} stroke={1.8} aria-hidden="true" />
          )}
          <span>
            <b>
              {cash.is_open
                ? t('close.open', { box: cash.cashbox_name })
                : `${cash.cashbox_name}: ${cashDifferenceText(cash, t)}`}
            </b>
            {cash.reason ? `${cash.user_name}: «${cash.reason}»` : cash.user_name}
          </span>
        </p>
      ))}
      <Part title={t('close.methods')} to={`/payment-method-report${days}`} empty={day.methods.length === 0}>
        {day.methods.map((method) => (
          <Row key={method.name} name={method.name} value={amount(centimos(method.total))} />
        ))}
        <Row name={t('close.collected')} value={amount(centimos(day.collected))} total />
        {beside.map(([name, sum]) => (
          <Row key={name} name={name ?? ''} value={amount(centimos(sum))} />
        ))}
      </Part>
      <Part
        title={t('close.look')}
        to={`/cancellation-report${days}`}
        empty={day.acts.length === 0 && day.unsent === 0}
      >
        {day.acts.map((act) => (
          <Row
            key={act.kind}
            name={t(`close.acts.${act.kind}`)}
            aside={actDetailText(act, t)}
            value={number(act.count)}
          />
        ))}
        {day.unsent > 0 ? <Row name={t('close.unsent')} value={number(day.unsent)} /> : null}
      </Part>
      <Part
        title={t('close.best')}
        to={`/sales-total-report${days}&by=PRODUCT`}
        empty={day.best.length === 0}
      >
        {day.best.map((product) => (
          <Row
            key={product.name}
            name={product.name}
            aside={quantity(product.quantity)}
            value={amount(centimos(product.total))}
          />
        ))}
      </Part>
    </div>
  )
}

function Sold({ day }: { day: CloseOfDay }) {
  const { t } = useTranslation()
  const percent = day.change_percent === null ? null : Math.round(Number(day.change_percent))
  const Glyph = percent !== null && percent < 0 ? IconArrowDownRight : IconArrowUpRight
  const average = day.average === null ? null : amount(centimos(day.average))
  return (
    <section className={c.sold} aria-label={t('close.sold')}>
      <p>{t('close.soldOn', { day: `${weekday(day.date)} ${dayText(day.date)}` })}</p>
      <strong>
        <small>{symbol()}</small> {amount(centimos(day.total))}
      </strong>
      {percent === null ? null : (
        <p className={c.change} data-up={percent > 0 || undefined}>
          {percent === 0 ? null : <Glyph size={20} stroke={2.2} aria-hidden="true" />}
          {percent === 0
            ? t('close.same', { weekday: weekday(day.before_date) })
            : t(percent > 0 ? 'close.more' : 'close.less', {
                percent: number(Math.abs(percent)),
                weekday: weekday(day.before_date),
              })}
        </p>
      )}
      <p>
        {average === null
          ? t('close.documents', { count: day.documents })
          : `${t('close.documents', { count: day.documents })}, ${t('close.average', { amount: average })}`}
      </p>
    </section>
  )
}

function Part(props: { title: string; to: string; empty: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  if (props.empty) return null
  return (
    <Card label={props.title}>
      <header className={c.part}>
        <h2>{props.title}</h2>
        <Link to={props.to} aria-label={t('close.seeOf', { what: props.title })}>
          {t('close.see')}
        </Link>
      </header>
      <dl className={c.rows}>{props.children}</dl>
    </Card>
  )
}

function Row({
  name,
  aside,
  value,
  total,
}: {
  name: string
  aside?: string
  value: string
  total?: boolean
}) {
  return (
    <div data-total={total || undefined}>
      <dt>
        {name} {aside ? <small>{aside}</small> : null}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}
