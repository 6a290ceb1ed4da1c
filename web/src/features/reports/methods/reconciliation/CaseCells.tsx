import { useTranslation } from 'react-i18next'
import type { ReconciliationCase } from '../../../../api/model'
import c from './Cases.module.css'
import { momentText, splitByDifference } from './cases'

/** Shows the number of one side; where both look alike, the digits that differ stand out. */
function Digits({ number, other, likely }: { number: string; other: string; likely: boolean }) {
  const { t } = useTranslation()
  if (!number) return <span className={c.missing}>{t('reconciliation.noNumber')}</span>
  if (!likely || !other) return number
  const parts = splitByDifference(number, other)
  return parts.map(({ text, differs }, at) => {
    const key = `${at} ${text}`
    return differs ? <b key={key}>{text}</b> : <span key={key}>{text}</span>
  })
}

const numbersOf = ({ operation, line }: ReconciliationCase) => ({
  ours: operation?.operation_number ?? '',
  theirs: line?.operation_number ?? '',
})

export function OurNumberCell({ found }: { found: ReconciliationCase }) {
  const { ours, theirs } = numbersOf(found)
  return <Digits number={ours} other={theirs} likely={found.kind === 'LIKELY'} />
}

export function TheirNumberCell({ found }: { found: ReconciliationCase }) {
  const { ours, theirs } = numbersOf(found)
  return <Digits number={theirs} other={ours} likely={found.kind === 'LIKELY'} />
}

/** Says when it was collected, and by which document. */
export function CollectedCell({ found }: { found: ReconciliationCase }) {
  const { t } = useTranslation()
  if (!found.operation) return null
  const { document, movement } = found.operation
  return (
    <>
      {momentText(found.operation)}
      <small>
        {[
          document || t('methodReport.noDocument'),
          movement === 'PAYMENT' ? '' : t(`methodReport.movements.${movement}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  )
}
