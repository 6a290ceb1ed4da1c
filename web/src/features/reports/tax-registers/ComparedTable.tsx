import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProposalComparison } from '../../../api/model'
import { number } from '../../../i18n/region'
import { amount, signed } from '../../../ui/format'
import { PlaceTabs } from '../../../ui/PlaceTabs'
import { kindOf } from './checks'
import {
  type Book,
  type ComparedLine,
  comparedLines,
  disagreeing,
  disagreementSum,
  disagreements,
  firstOf,
  rowsCount,
} from './proposal'
import c from './Register.module.css'
import r from './RegisterTable.module.css'

/* This many rows are shown until all are asked for. */
const few = 50

/** Lists what does not agree, one kind at a time, and what would be lost by handing in our file. */
export function ComparedTable({ book, found }: { book: Book; found: ProposalComparison }) {
  const { t } = useTranslation()
  const [which, setWhich] = useState(() => firstOf(found))
  const [isAll, setAll] = useState(false)
  const lines = comparedLines(which, found)
  const all = rowsCount(which, found)
  const sum = disagreementSum(which, found)
  const shown = isAll ? lines : lines.slice(0, few)
  const what = t(which === 'different' ? 'register.proposal.field' : 'register.proposal.date')
  if (disagreeing(found) === 0) return null
  return (
    <>
      {found.counts.extra > 0 ? (
        <p className={c.drops} role="alert">
          <IconAlertTriangle size={20} stroke={2} aria-hidden="true" />
          {t(`register.proposal.drops.${book}`, { count: found.counts.extra })}
        </p>
      ) : null}
      <div className={c.tabs}>
        <PlaceTabs
          dense
          label={t('register.proposal.which')}
          places={disagreements.map((id) => ({
            id,
            name: (
              <>
                {t(`register.proposal.kinds.${id}`)} <span>{number(found.counts[id])}</span>
              </>
            ),
          }))}
          value={which}
          onChange={(next) => {
            setWhich(next)
            setAll(false)
          }}
        />
      </div>
      {lines.length === 0 ? (
        <p className={c.none}>{t(`register.proposal.none.${which}`)}</p>
      ) : (
        <table className={r.table}>
          <caption className="sr">{t(`register.proposal.kinds.${which}`)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('register.proposal.document')}</th>
              <th scope="col">{what}</th>
              {(['ours', 'theirs', 'difference'] as const).map((column) => (
                <th key={column} scope="col" data-align="right">
                  {t(`register.proposal.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <Row key={line.key} line={line} what={what} />
            ))}
          </tbody>
          {sum === null ? null : (
            <tfoot>
              <tr>
                <th scope="row">{t('register.proposal.sum')}</th>
                <td />
                <td data-align="right" data-label={t('register.proposal.ours')}>
                  {which === 'missing' ? amount(sum) : '—'}
                </td>
                <td data-align="right" data-label={t('register.proposal.theirs')}>
                  {which === 'extra' ? amount(sum) : '—'}
                </td>
                <td data-align="right" data-label={t('register.proposal.difference')}>
                  {signed(which === 'missing' ? sum : 0 - sum)}
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
      {lines.length > shown.length ? (
        <button type="button" className={c.more} onClick={() => setAll(true)}>
          {t('register.proposal.more', { count: lines.length })}
        </button>
      ) : all > lines.length ? (
        <p className={c.none}>
          {t('register.proposal.cut', { shown: number(lines.length), all: number(all) })}
        </p>
      ) : null}
    </>
  )
}

function Row({ line, what }: { line: ComparedLine; what: string }) {
  const { t } = useTranslation()
  const kind = kindOf(line.code, line.document)
  return (
    <tr>
      <th scope="row">
        {line.document}
        <small>
          {kind
            ? t(`register.proposal.documents.${kind}`)
            : t('register.proposal.otherDocument', { code: line.code })}
          {line.provider ? ` · ${line.provider}` : null}
        </small>
      </th>
      <td data-label={what} data-date={line.date ?? undefined}>
        {line.field ? t(`register.proposal.fields.${line.field}`) : (line.date ?? '—')}
      </td>
      <td data-align="right" data-label={t('register.proposal.ours')}>
        {line.ours ?? '—'}
      </td>
      <td data-align="right" data-label={t('register.proposal.theirs')}>
        {line.theirs ?? '—'}
      </td>
      <td data-align="right" data-label={t('register.proposal.difference')}>
        {line.difference === null ? '—' : <b>{signed(line.difference)}</b>}
      </td>
    </tr>
  )
}
