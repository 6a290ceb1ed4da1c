import {
  IconAlertTriangle,
  IconArrowDownRight,
  IconArrowUpRight,
  IconCircleCheck,
  IconInfoCircle,
  IconReceiptOff,
  IconToolsKitchen2Off,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DayFigures } from '../../../api/model'
import { number } from '../../../i18n/region'
import { useUser } from '../../../session/session'
import { symbol } from '../../../ui/currencySymbol'
import { amount, centimos, dayText, localParts, weekday } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { useNow } from '../../../ui/now'
import { Card } from '../../../ui/OfficePage'
import { actDetailText, cashDifferenceText, type DayAct, type DayCash } from '../close/closeTexts'
import list from './Attention.module.css'
import { allowedPath } from './allowedPath'
import { dayName } from './hours'
import c from './LastDay.module.css'
import { LinkIfAllowed } from './LinkIfAllowed'
import { placeOf, voidsOf } from './lastDay'
import { useLastDay } from './queries'

interface Props {
  /** The present business day. */
  today: string
  /** True when nothing was sold today yet, so that this card is the main one. */
  main: boolean
}

/** Shows the last day that sold, as its close does; it shows nothing where there is none. */
export function LastDay({ today, main }: Props) {
  const { t } = useTranslation()
  const found = useLastDay(today)
  if (found.data)
    return found.data.figures ? <Day day={found.data.figures} today={today} main={main} /> : null
  if (!found.isError) return <Loading label={t('lastDay.loading')} rows={1} height={main ? 220 : 160} />
  return (
    <Card>
      <Failed title={t('lastDay.failed')} error={found.error} onRetry={() => void found.refetch()} />
    </Card>
  )
}

function Day({ day, today, main }: Props & { day: DayFigures }) {
  const { t } = useTranslation()
  const user = useUser()
  const place = placeOf(day.date, today, localParts(useNow()).date)
  const name =
    place === 'long' ? `${dayName(day.date).split(' ')[0]} ${dayText(day.date)}` : dayName(day.date)
  const title = t(place === 'yesterday' ? 'lastDay.yesterday' : 'lastDay.earlier', {
    day: name.toLowerCase(),
  })
  const close = allowedPath(user, '/close-of-day')
  const taken = voidsOf(day)
  const acts = allowedPath(user, '/cancellation-report')
  const average = day.average === null ? null : amount(centimos(day.average))
  return (
    <Card padded label={title}>
      <header className={c.head}>
        <h2>{title}</h2>
        {close ? (
          <Link
            to={`${close}?date=${day.date}`}
            aria-label={t('lastDay.closeOf', { day: name.toLowerCase() })}
          >
            {t('lastDay.close')}
          </Link>
        ) : null}
      </header>
      <p className={c.total} data-main={main || undefined}>
        <small>{symbol()}</small> {amount(centimos(day.total))}
      </p>
      <Compared day={day} />
      <p className={c.facts}>
        {t('close.documents', { count: day.documents })}
        {average === null ? '' : `, ${t('close.average', { amount: average })}`}
      </p>
      <ul className={`${list.list} ${c.list}`}>
        {day.cashboxes.map((cash) => (
          <Cashbox
            key={cash.cycle_id}
            cash={cash}
            to={allowedPath(user, `/cashbox-cycles/${cash.cycle_id}/detail`)}
          />
        ))}
        {day.cashboxes.length === 0 ? <Calm text={t('lastDay.noDifference')} /> : null}
        {taken.map((act) => (
          <Taken
            key={act.kind}
            act={act}
            to={acts && `${acts}?period=range&from=${day.date}&to=${day.date}`}
          />
        ))}
        {taken.length === 0 ? <Calm text={t('lastDay.noVoids')} /> : null}
      </ul>
    </Card>
  )
}

/** A rise is green; a fall is grey, because nobody has to do anything about it now. */
function Compared({ day }: { day: DayFigures }) {
  const { t } = useTranslation()
  const before = weekday(day.before_date)
  if (day.change_percent === null)
    return <p className={c.change}>{t('lastDay.nothingBefore', { weekday: before })}</p>
  const percent = Math.round(Number(day.change_percent))
  const Glyph = percent < 0 ? IconArrowDownRight : IconArrowUpRight
  return (
    <p className={c.change} data-up={percent > 0 || undefined}>
      {percent === 0 ? null : <Glyph size={18} stroke={2.2} aria-hidden="true" />}
      {percent === 0
        ? t('close.same', { weekday: before })
        : t(percent > 0 ? 'close.more' : 'close.less', {
            percent: number(Math.abs(percent)),
            weekday: before,
          })}
    </p>
  )
}

/** A cash box that did not agree, by every way to pay, or that nobody closed; it links to its cycle. */
function Cashbox({ cash, to }: { cash: DayCash; to: string | undefined }) {
  const { t } = useTranslation()
  const short = centimos(cash.short) > 0
  return (
    <li>
      <LinkIfAllowed to={to}>
        {short ? (
          <IconAlertTriangle size={20} data-level="BAD" aria-hidden="true" />
        ) : (
          <IconInfoCircle size={20} data-level="WARNING" aria-hidden="true" />
        )}
        <span>
          {cash.is_open
            ? t('close.open', { box: cash.cashbox_name })
            : `${cash.cashbox_name}: ${cashDifferenceText(cash, t)}`}
          <small>{cash.reason ? `${cash.user_name}: «${cash.reason}»` : cash.user_name}</small>
        </span>
      </LinkIfAllowed>
    </li>
  )
}

/** Shows voids of one kind, with the cost of what was thrown away; it links to each of them. */
function Taken({ act, to }: { act: DayAct; to: string | undefined }) {
  const { t } = useTranslation()
  const Glyph =
    act.kind === 'LINE_MADE' || act.kind === 'LINE_NOT_MADE' ? IconToolsKitchen2Off : IconReceiptOff
  const aside = actDetailText(act, t)
  return (
    <li>
      <LinkIfAllowed to={to}>
        <Glyph size={20} aria-hidden="true" />
        <span>
          {t(`close.acts.${act.kind}`)}
          {aside ? <small>{aside}</small> : null}
        </span>
        <b>{number(act.count)}</b>
      </LinkIfAllowed>
    </li>
  )
}

function Calm({ text }: { text: string }) {
  return (
    <li className={list.calm}>
      <IconCircleCheck size={20} data-level="GOOD" aria-hidden="true" />
      <span>{text}</span>
    </li>
  )
}
