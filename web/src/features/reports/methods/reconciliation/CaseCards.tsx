import { useTranslation } from 'react-i18next'
import type { Reconciliation, ReconciliationCase } from '../../../../api/model'
import { amount, centimos, signed } from '../../../../ui/format'
import { CaseActions } from './CaseActions'
import { CollectedCell, OurNumberCell, TheirNumberCell } from './CaseCells'
import c from './Cases.module.css'
import { keyOf, MarkNote } from './CaseTable'
import { groupsOf, momentText, openSums } from './cases'
import type { CaseActionsState } from './useCaseActions'

interface Props {
  found: Reconciliation
  work: CaseActionsState
}

/** Shows the cases where there is no room for both sides in a line: each is a card with two sides. */
export function CaseCards({ found, work }: Props) {
  const { t } = useTranslation()
  const { name } = found
  const sums = openSums(found)
  return (
    <>
      {groupsOf(found).map(({ kind, cases }) => (
        <section key={kind} aria-label={t(`reconciliation.kinds.${kind}`, { name })}>
          <h3 className={c.cardsHead}>
            <b>{t(`reconciliation.kinds.${kind}`, { name })}</b> {t(`reconciliation.about.${kind}`)}
          </h3>
          <ul className={c.cards}>
            {cases.map((each) => (
              <li key={keyOf(each)}>
                <CaseCard found={each} name={name} />
                <div className={c.cardFoot}>
                  <span>
                    {t('reconciliation.difference')} <b>{signed(centimos(each.difference))}</b>
                  </span>
                  <CaseActions found={each} work={work} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {found.to_clear > 0 ? (
        <p className={c.cardsSum}>
          <b>{t('reconciliation.foot', { count: found.to_clear })}</b>
          <b>{signed(sums.difference)}</b>
        </p>
      ) : null}
    </>
  )
}

export function CaseCard({ found, name }: { found: ReconciliationCase; name: string }) {
  const { t } = useTranslation()
  const { operation, line, mark } = found
  return (
    <>
      <dl className={c.sides}>
        <div>
          <dt>{t('reconciliation.comanda')}</dt>
          {operation ? (
            <dd>
              <b>{amount(centimos(operation.amount))}</b>
              <span className={c.number}>
                <OurNumberCell found={found} />
              </span>
              <span>
                <CollectedCell found={found} />
              </span>
            </dd>
          ) : (
            <dd className={c.missing}>{t('reconciliation.noOperation')}</dd>
          )}
        </div>
        <div>
          <dt>{name}</dt>
          {line ? (
            <dd>
              <b>{amount(centimos(line.amount))}</b>
              <span className={c.number}>
                <TheirNumberCell found={found} />
              </span>
              <span>{momentText(line)}</span>
            </dd>
          ) : (
            <dd className={c.missing}>{t('reconciliation.noLine')}</dd>
          )}
        </div>
      </dl>
      <MarkNote mark={mark} />
    </>
  )
}
