import { useTranslation } from 'react-i18next'
import type { ActRate, CancellationReport, PersonRates } from '../../../api/model'
import { number } from '../../../i18n/region'
import { usePhone } from '../../../ui/viewport'
import c from './Cancellations.module.css'
import { actKinds, type OpenedActs } from './queries'

interface Props {
  report: CancellationReport
  opened: OpenedActs | null
  onOpen: (acts: OpenedActs) => void
}

interface Line {
  key: string
  name: string
  person?: string
  sales: number
  rates: ActRate[]
}

/** Lists the persons under their post: how many acts, and how many for each 100 of their own sales. */
export function PeopleTable({ report, opened, onOpen }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const ofPerson = ({ user_id, name, sales, rates }: PersonRates): Line => {
    const person = String(user_id)
    return { key: person, name, person, sales, rates }
  }
  const ofGroups = report.groups.flatMap((group): Line[] => [
    ...report.people.filter((person) => person.post === group.post).map(ofPerson),
    {
      key: group.post ?? 'HOUSE',
      name: t(`cancellations.groups.${group.post ?? 'HOUSE'}`),
      sales: group.sales,
      rates: group.rates,
    },
  ])
  const lines = report.groups.length > 0 ? ofGroups : report.people.map(ofPerson)
  const kinds = actKinds.filter((kind) =>
    report.kinds.some((each) => each.kind === kind && (each.count > 0 || kind === 'LINE_MADE')),
  )
  const title = t('cancellations.table')
  return (
    <section className={c.card} aria-label={title}>
      <header className={c.head}>
        <h2>{title}</h2>
        <p>
          <i aria-hidden="true" />
          {t('cancellations.overDouble')}
        </p>
      </header>
      {phone ? (
        <ul className={c.cards}>
          {lines.map((line) => (
            <li key={line.key} data-group={line.person === undefined || undefined}>
              <h3>
                {line.name}
                <small>{t('cancellations.sales', { count: line.sales })}</small>
              </h3>
              <dl>
                {kinds.map((kind) => (
                  <div key={kind}>
                    <dt>{t(`cancellations.kinds.${kind}`)}</dt>
                    <dd>
                      <Cell line={line} kind={kind} opened={opened} onOpen={onOpen} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      ) : (
        <div className={c.scroll}>
          <table className={c.table}>
            <caption className="sr">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{t('cancellations.person')}</th>
                <th scope="col">{t('cancellations.salesHead')}</th>
                {kinds.map((kind) => (
                  <th key={kind} scope="col">
                    {t(`cancellations.short.${kind}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.key} data-group={line.person === undefined || undefined}>
                  <th scope="row">{line.name}</th>
                  <td>{number(line.sales)}</td>
                  {kinds.map((kind) => (
                    <td key={kind}>
                      <Cell line={line} kind={kind} opened={opened} onOpen={onOpen} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface CellProps extends Omit<Props, 'report'> {
  line: Line
  kind: ActRate['kind']
}

function Cell({ line, kind, opened, onOpen }: CellProps) {
  const { t } = useTranslation()
  const rate = line.rates.find((each) => each.kind === kind)
  if (!rate || rate.count === 0) return <span className={c.none}>–</span>
  const is = opened?.kind === kind && opened.person === line.person
  return (
    <button
      type="button"
      className={c.cell}
      data-out={rate.stands_out || undefined}
      aria-pressed={is}
      aria-label={t('cancellations.cell', {
        name: line.name,
        kind: t(`cancellations.kinds.${kind}`),
        count: rate.count,
      })}
      onClick={() => onOpen({ kind, person: line.person })}
    >
      <b>{number(rate.count)}</b>
      <span>{rate.rate === null ? '' : number(Number(rate.rate), 1)}</span>
    </button>
  )
}
