import { Pagination } from '@mantine/core'
import { IconBan, IconFileTypePdf, IconPrinter, IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { IssuedDocument } from '../../api/model'
import { type DocumentFilter, useDocuments } from '../../data/billing/queries'
import { usePrintAgain } from '../../data/payments/queries'
import { useDocumentPdf } from '../../data/payments/useDocumentPdf'
import { centimos, clock, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import collect from '../../widgets/documents/DocumentCards.module.css'
import c from '../../widgets/documents/DocumentsTab.module.css'
import { TaxPill } from '../../widgets/documents/TaxPill'
import { RefundButton } from '../../widgets/refunds/RefundButton'

interface Props {
  filter: DocumentFilter
  onPage: (page: number) => void
}

/** Reads a page of documents, each with the actions that are allowed. */
export function DocumentList({ filter, onPage }: Props) {
  const { t } = useTranslation()
  const found = useDocuments(filter)
  const narrowed = filter.term !== '' || filter.state !== ''
  if (!found.data) {
    return found.error ? (
      <Failed title={t('refunds.listFailed')} error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <Loading label={t('refunds.documents')} rows={6} height={72} />
    )
  }
  return (
    <>
      {found.data.rows.length === 0 ? (
        <Empty
          title={narrowed ? t('refunds.noMatch') : t('refunds.none')}
          text={narrowed ? undefined : t('refunds.noneText')}
        />
      ) : (
        <ul className={collect.list}>
          {found.data.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {found.data.total_pages > 1 ? (
        <Pagination
          total={found.data.total_pages}
          value={filter.page}
          size="lg"
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
        />
      ) : null}
    </>
  )
}

function Row({ row }: { row: IssuedDocument }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pdf = useDocumentPdf(row.client_request_id)
  const show = () => void pdf.show(row.billing_type_id, row.payment_id)
  const again = usePrintAgain(show)
  const voided = row.voided_at !== null
  const Glyph = voided ? IconBan : IconReceipt
  return (
    <li className={c.row} data-voided={voided || undefined}>
      <Glyph size={24} stroke={1.8} aria-hidden="true" />
      <span className={c.text}>
        <b>{row.full_number}</b>
        <span>
          {row.client_name} · {clock(row.issued_at)}
        </span>
        {row.hash ? <TaxPill state={row.state} /> : null}
        {voided ? (
          <span className={c.why}>
            {t('refunds.voidedBy', {
              name: row.voided_by_name ?? '',
              at: row.voided_at ? clock(row.voided_at) : '',
              reason: row.void_reason ?? '',
            })}
          </span>
        ) : null}
        {row.credit_notes.map((note) => (
          <span key={note.id} className={c.why}>
            {t('refunds.credited', {
              note: note.full_number,
              amount: money(centimos(note.total)),
              name: note.user_name,
              reason: note.reason,
            })}
          </span>
        ))}
      </span>
      <b className={c.total}>{money(centimos(row.total))}</b>
      <span className={c.keys}>
        <IconButton
          label={t('payments.printAgain', { document: row.full_number })}
          disabled={again.isPending}
          onClick={() => again.mutate(row.payment_id)}
        >
          <IconPrinter size={22} stroke={1.8} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('payments.pdfOf', { document: row.full_number })} onClick={show}>
          <IconFileTypePdf size={22} stroke={1.8} aria-hidden="true" />
        </IconButton>
        {!row.standing_payment_id ? null : (
          <RefundButton
            paymentId={row.standing_payment_id}
            requestId={row.client_request_id}
            document={row.full_number}
            onReopened={() => void navigate(`/payment/${row.client_request_id}`)}
          />
        )}
      </span>
    </li>
  )
}
