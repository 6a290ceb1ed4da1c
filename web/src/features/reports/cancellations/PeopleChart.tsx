import { useTranslation } from 'react-i18next'
import type { ActKind, ActRate, CancellationReport, PersonRates } from '../../../api/model'
import { number } from '../../../i18n/region'
import { Empty } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { ChartCard } from '../parts/ChartCard'
import { useWalk } from '../parts/useWalk'
import c from './Cancellations.module.css'
import { actKinds, type OpenedActs } from './queries'

interface Props {
  report: CancellationReport
  opened: OpenedActs | null
  onOpen: (acts: OpenedActs) => void
}

interface Dot {
  person: PersonRates
  rate: ActRate
  /** The multiple of the rate that is usual in the post; at most three is drawn. */
  times: number
}

const most = 3

/** Leaves out posts with one person only, who has nobody to be compared with. Where one person is chosen the server compares with all others. */
const withPeers = (report: CancellationReport) =>
  report.groups.length === 0
    ? report.people
    : report.people.filter(({ post }) => report.people.filter((other) => other.post === post).length > 1)

/** Shows a dot for each person who did any of it, by multiples of what is usual in their post. */
const dotsOf = (report: CancellationReport, kind: ActKind): Dot[] =>
  withPeers(report).flatMap((person) => {
    const rate = person.rates.find((each) => each.kind === kind)
    return rate && rate.count > 0 && rate.times !== null
      ? [{ person, rate, times: Math.min(most, Number(rate.times)) }]
      : []
  })

/** Charts how far each person is from what is usual in their post. Only those far out have a name. */
export function PeopleChart({ report, opened, onOpen }: Props) {
  const { t } = useTranslation()
  const rows = actKinds
    .map((kind) => ({ kind, dots: dotsOf(report, kind) }))
    .filter(({ dots }) => dots.length > 0)
  const out = rows.flatMap(({ kind, dots }) => dots.filter((dot) => dot.rate.stands_out).map(() => kind))
  const first = out[0]
  const title =
    first === undefined
      ? t('cancellations.usualOnly')
      : t('cancellations.standsOut', {
          count: out.length,
          kind: t(`cancellations.kinds.${first}`).toLowerCase(),
        })
  if (report.people.length > 0 && withPeers(report).length === 0)
    return (
      <Card>
        <Empty title={t('cancellations.alone')} text={t('cancellations.aloneText')} />
      </Card>
    )
  if (rows.length === 0) return null
  return (
    <ChartCard
      title={title}
      text={t('cancellations.chartText')}
      chart={<Plot rows={rows} label={title} opened={opened} onOpen={onOpen} />}
      table={<Multiples rows={rows} label={title} />}
    />
  )
}

type Rows = { kind: ActKind; dots: Dot[] }[]

function Plot({ rows, label, opened, onOpen }: { rows: Rows; label: string } & Omit<Props, 'report'>) {
  const { t } = useTranslation()
  const walk = useWalk(() => undefined)
  let isFirst = true
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a chart in every browser
    <div className={c.plot} role="group" aria-label={label} {...walk}>
      {rows.map(({ kind, dots }) => (
        <div key={kind} className={c.row} data-open={opened?.kind === kind || undefined}>
          <span aria-hidden="true">{t(`cancellations.kinds.${kind}`)}</span>
          <div className={c.track}>
            <i className={c.usual} aria-hidden="true" />
            {dots.map(({ person, rate, times }) => {
              const name = t('cancellations.dot', {
                name: person.name,
                kind: t(`cancellations.kinds.${kind}`).toLowerCase(),
                rate: number(Number(rate.rate), 1),
                times: number(Number(rate.times), 1),
              })
              const tabIndex = isFirst ? 0 : -1
              isFirst = false
              return (
                <button
                  key={person.user_id}
                  type="button"
                  className={c.dot}
                  data-bar={`${kind}:${person.user_id}`}
                  data-out={rate.stands_out || undefined}
                  style={{ left: `${(times / most) * 100}%` }}
                  tabIndex={tabIndex}
                  aria-label={name}
                  title={name}
                  onClick={() => onOpen({ kind, person: String(person.user_id) })}
                >
                  {rate.stands_out ? (
                    <b aria-hidden="true">
                      {t('cancellations.named', { name: person.name, rate: number(Number(rate.rate), 1) })}
                    </b>
                  ) : null}
                </button>
              )
            })}
          </div>
        </div>
      ))}
      <div className={c.row} aria-hidden="true">
        <span />
        <div className={c.axis}>
          <small>0</small>
          <small data-usual>{t('cancellations.usual')}</small>
          <small>{t('cancellations.double')}</small>
          <small>{t('cancellations.triple')}</small>
        </div>
      </div>
    </div>
  )
}

function Multiples({ rows, label }: { rows: Rows; label: string }) {
  const { t } = useTranslation()
  return (
    <table className={c.multiples}>
      <caption className="sr">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{t('cancellations.what')}</th>
          <th scope="col">{t('cancellations.person')}</th>
          <th scope="col">{t('cancellations.per100')}</th>
          <th scope="col">{t('cancellations.timesUsual')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap(({ kind, dots }) =>
          dots.map(({ person, rate }) => (
            <tr key={`${kind} ${person.user_id}`}>
              <th scope="row">{t(`cancellations.kinds.${kind}`)}</th>
              <td>{person.name}</td>
              <td>{number(Number(rate.rate), 1)}</td>
              <td>{number(Number(rate.times), 1)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
