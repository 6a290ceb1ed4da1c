import { useTranslation } from 'react-i18next'
import type { Reconciliation, ReconciliationCase } from '../../../../api/model'
import { amount, centimos, date, signed } from '../../../../ui/format'
import { CaseActions } from './CaseActions'
import { CollectedCell, OurNumberCell, TheirNumberCell } from './CaseCells'
import c from './Cases.module.css'
import { groupsOf, momentText, openSums } from './cases'
import type { CaseActionsState } from './useCaseActions'

interface Props {
  found: Reconciliation
  work: CaseActionsState
}

/** Lists what does not agree, the company's records at the left and the file at the right, one row each. */
export function CaseTable({ found, work }: Props) {
  const { t } = useTranslation()
  const { name } = found
  const sums = openSums(found)
  return (
    <table className={c.table}>
      <caption className="sr">{t('reconciliation.title', { name })}</caption>
      <thead>
        <tr>
          <th scope="colgroup" colSpan={3}>
            {t('reconciliation.comanda')}
          </th>
          <th scope="colgroup" colSpan={3} className={c.theirs}>
            {name}
          </th>
          <th scope="col" data-number>
            {t('reconciliation.difference')}
          </th>
          <th scope="col">
            <span className="sr">{t('reconciliation.action')}</span>
          </th>
        </tr>
      </thead>
      {groupsOf(found).map(({ kind, cases }) => (
        <tbody key={kind}>
          <tr className={c.group}>
            <th scope="rowgroup" colSpan={8}>
              <b>{t(`reconciliation.kinds.${kind}`, { name })}</b> {t(`reconciliation.about.${kind}`)}
            </th>
          </tr>
          {cases.map((each) => (
            <CaseRow key={keyOf(each)} found={each} work={work} />
          ))}
        </tbody>
      ))}
      {found.to_clear > 0 ? (
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('reconciliation.foot', { count: found.to_clear })}
            </th>
            <td data-number>{amount(sums.comanda)}</td>
            <td colSpan={2} className={c.theirs} />
            <td data-number>{amount(sums.file)}</td>
            <td data-number>{signed(sums.difference)}</td>
            <td />
          </tr>
        </tfoot>
      ) : null}
    </table>
  )
}

export const keyOf = ({ operation, line }: ReconciliationCase) =>
  `${operation?.movement} ${operation?.id} ${line?.mark_key}`

function CaseRow({ found, work }: { found: ReconciliationCase; work: CaseActionsState }) {
  const { t } = useTranslation()
  const { operation, line, mark } = found
  return (
    <tr>
      {operation ? (
        <>
          <td className={c.moment}>
            <CollectedCell found={found} />
          </td>
          <td className={c.number}>
            <OurNumberCell found={found} />
          </td>
          <td data-number>
            <b>{amount(centimos(operation.amount))}</b>
          </td>
        </>
      ) : (
        <td colSpan={3} className={c.missing}>
          {t('reconciliation.noOperation')}
        </td>
      )}
      {line ? (
        <>
          <td className={`${c.theirs} ${c.moment}`}>
            {momentText(line)}
            <MarkNote mark={mark} />
          </td>
          <td className={c.number}>
            <TheirNumberCell found={found} />
          </td>
          <td data-number>
            <b>{amount(centimos(line.amount))}</b>
          </td>
        </>
      ) : (
        <td colSpan={3} className={`${c.theirs} ${c.missing}`}>
          {t('reconciliation.noLine')}
          <MarkNote mark={mark} />
        </td>
      )}
      <td data-number data-good={centimos(found.difference) === 0 || undefined}>
        <b>{signed(centimos(found.difference))}</b>
      </td>
      <td>
        <CaseActions found={found} work={work} />
      </td>
    </tr>
  )
}

/** Shows who noted what about a case. */
export function MarkNote({ mark }: Pick<ReconciliationCase, 'mark'>) {
  const { t } = useTranslation()
  if (!mark) return null
  const said = { name: mark.user_name, note: mark.note, date: date(mark.created_at) }
  return (
    <small>{t(mark.mark === 'JOINED' ? 'reconciliation.joinedBy' : 'reconciliation.cleared', said)}</small>
  )
}
