import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { IssuedDocumentDetail } from '../../api/model'
import type { DocumentRef } from '../../data/billing/queries'
import { measureOf } from '../../data/orders/lineText'
import { amount, centimos, dayText, money } from '../../ui/format'
import c from '../../widgets/documents/DocumentSheet.module.css'
import { TaxPill } from '../../widgets/documents/TaxPill'
import { anonymousDocument } from './documentRows'
import { Files } from './Files'
import { RejectionAdvice } from './RejectionAdvice'
import { SoldAt } from './SoldAt'
import { StatusHistory } from './StatusHistory'

/** Shows a document's contents, its way to the tax authority, SUNAT's answer, and its files. */
export function DocumentFacts({ document }: { document: IssuedDocumentDetail }) {
  const { t } = useTranslation()
  const which: DocumentRef = { kind: 'billing', id: document.id }
  const isNobody = document.client_document_number === anonymousDocument
  const voided = document.voided_at
    ? t('documentSheet.voidedBy', {
        name: document.voided_by_name ?? '',
        reason: document.void_reason ?? '',
      })
    : null
  return (
    <div className={c.body}>
      <div className={c.top}>
        <b className={c.total} data-voided={document.voided_at ? true : undefined}>
          {money(centimos(document.total))}
        </b>
        <TaxPill state={document.state} filled />
      </div>
      <p className={c.client}>
        {document.client_id && !isNobody ? (
          <Link
            to={`/documents?client=${document.client_id}&period=all`}
            aria-label={t('documentSheet.ofClient', { client: document.client_name })}
          >
            {document.client_name}
          </Link>
        ) : (
          <b>{document.client_name}</b>
        )}
        {isNobody ? null : (
          <span>
            {document.client_document_type} {document.client_document_number}
          </span>
        )}
      </p>
      <SoldAt of={document.sold_at} />
      {document.is_contingency ? <p className={c.replaced}>{t('documentSheet.contingency')}</p> : null}
      <Debit document={document} />
      <RejectionAdvice {...document} />
      <Replaced document={document} />
      <StatusHistory
        which={which}
        number={document.full_number}
        document={document}
        actions={document.actions}
        note={voided}
      />
      <CreditNotes document={document} />
      <DebitNotes document={document} />
      <Detail document={document} />
      <Instalments document={document} />
      <Files
        which={which}
        number={document.full_number}
        transmission={document.transmission}
        hash={document.hash}
      />
    </div>
  )
}

/* Links a refused document and the one in its place to each other. */
function Replaced({ document }: { document: IssuedDocumentDetail }) {
  const { t } = useTranslation()
  const { replaced_by_id, replaced_by_number, replaces_id, replaces_number } = document
  if (!replaced_by_id && !replaces_id) return null
  return (
    <p className={c.replaced}>
      {t(replaced_by_id ? 'reissue.replacedBy' : 'reissue.replaces')}{' '}
      <Link to={`/documents?period=all&doc=${replaced_by_id ?? replaces_id}`}>
        {replaced_by_number ?? replaces_number}
      </Link>
    </p>
  )
}

/* Lists the credit notes that reduced the document later; each is a document of its own. */
function CreditNotes({ document }: { document: IssuedDocumentDetail }) {
  const { t } = useTranslation()
  if (document.credit_notes.length === 0) return null
  return (
    <section>
      <h3>{t('documentSheet.notes')}</h3>
      <ul className={c.notes}>
        {document.credit_notes.map((note) => (
          <li key={note.id}>
            <Link to={`/documents?kind=07&period=all&doc=${note.id}`}>{note.full_number}</Link>
            <b>{amount(-centimos(note.total))}</b>
            <span>{note.reason}</span>
            <TaxPill state={note.state} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/* Lists the debit notes that added to the document later; each is a document of its own. */
function DebitNotes({ document }: { document: IssuedDocumentDetail }) {
  const { t } = useTranslation()
  if (document.debit_notes.length === 0) return null
  return (
    <section>
      <h3>{t('debit.notes')}</h3>
      <ul className={c.notes}>
        {document.debit_notes.map((note) => (
          <li key={note.id}>
            <Link to={`/documents?kind=5&period=all&doc=${note.id}`}>{note.full_number}</Link>
            <b>{amount(centimos(note.total))}</b>
            <span>{note.reason}</span>
            <TaxPill state={note.state} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/* Names the document that a debit note adds to, and the reason. */
function Debit({ document }: { document: IssuedDocumentDetail }) {
  const { t } = useTranslation()
  const { debit } = document
  if (!debit) return null
  return (
    <>
      <p className={c.client}>
        <Link to={`/documents?period=all&doc=${debit.document_id}`}>
          {t('documentSheet.changes', { document: debit.document })}
        </Link>
      </p>
      <p className={c.note}>
        {t('documentSheet.reason', { kind: t(`debit.kinds.${debit.reason_code}`), reason: debit.reason })}
      </p>
    </>
  )
}

/* Lists the instalments of a sale on credit, as the document states them. */
function Instalments({ document }: { document: IssuedDocumentDetail }) {
  const { t } = useTranslation()
  if (document.instalments.length === 0) return null
  return (
    <section>
      <h3>{t('documentSheet.onCredit')}</h3>
      <ul className={c.lines}>
        {document.instalments.map(({ due_on, amount: of }, at) => (
          <li key={due_on}>
            <b>{at + 1}</b>
            <span>{t('documentSheet.dueOn', { day: dayText(due_on) })}</span>
            <span>{amount(centimos(of))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Detail({ document }: { document: IssuedDocumentDetail }) {
  const { t } = useTranslation()
  const isNuevoRus = document.regime === 'NUEVO_RUS'
  const figures = [
    ['taxable', document.taxable],
    ['exonerated', document.exonerated],
    ['unaffected', document.unaffected],
    ['free', document.free],
    ['bagTax', document.bag_tax],
    ['charges', document.other_charges],
  ] as const
  const said = figures
    .filter(([name, value]) => centimos(value) !== 0 && !(name === 'unaffected' && isNuevoRus))
    .map(([name, value]) => t(`documentSheet.${name}`, { amount: amount(centimos(value)) }))
  const igv = t('documentSheet.igv', {
    percent: Number(document.igv_percent),
    amount: amount(centimos(document.igv)),
  })
  return (
    <section>
      <h3>{t('documentSheet.detail')}</h3>
      <ul className={c.lines}>
        {document.lines.map((line) => (
          <li key={line.id}>
            <b>{Number(line.quantity)}</b>
            <span>{[line.description, measureOf(line)].filter(Boolean).join(' · ')}</span>
            <span>{amount(centimos(line.total))}</span>
          </li>
        ))}
        {document.amounts.map((each) => (
          <li key={`${each.code} ${each.description}`}>
            <b />
            <span>{each.description}</span>
            <span>{amount(centimos(each.amount))}</span>
          </li>
        ))}
      </ul>
      <p className={c.sum}>
        <span>{[...said, isNuevoRus ? t('documentSheet.noIgv') : igv].join(' · ')}</span>
        <b>{amount(centimos(document.total))}</b>
      </p>
    </section>
  )
}
