import { Pagination } from '@mantine/core'
import { IconBan, IconFileTypePdf, IconPrinter, IconReceipt } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Billing } from '../../api/model'
import { centimos, clock, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { SearchField } from '../../ui/SearchField'
import collect from '../options/CollectTab.module.css'
import { usePaymentsConfig, usePrintAgain } from '../payments/queries'
import { useDocumentPdf } from '../payments/useDocumentPdf'
import c from './DocumentsTab.module.css'
import { useDocuments } from './queries'
import { RefundKey } from './RefundKey'

const states = ['', 'NOT_SENT', 'VOIDED'] as const

/** The documents of one's own cash cycle or, without one, of the day: shown, printed again, voided. */
export default function DocumentsTab() {
  const { t } = useTranslation()
  const config = usePaymentsConfig()
  const [text, setText] = useState('')
  const [state, setState] = useState<(typeof states)[number]>('')
  const [page, setPage] = useState(1)
  const cycle = config.data?.cycle?.id ?? null
  const found = useDocuments({ cycle, term: useDeferredValue(text.trim()), state, page })
  return (
    <div className={collect.page}>
      <div className={c.head}>
        <SearchField
          label={t('refunds.search')}
          value={text}
          onChange={(value) => {
            setText(value)
            setPage(1)
          }}
        />
        <div className={collect.kinds} role="radiogroup" aria-label={t('refunds.state')}>
          {states.map((each) => (
            // biome-ignore lint/a11y/useSemanticElements: keys to tap, not the small circle of a radio
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={state === each}
              onClick={() => {
                setState(each)
                setPage(1)
              }}
            >
              {t(`refunds.states.${each || 'all'}`)}
            </button>
          ))}
        </div>
      </div>
      {config.data ? (
        <p className={c.whose}>
          {cycle ? t('refunds.ofCycle', { name: config.data.cycle?.cashbox_name }) : t('refunds.ofDay')}
        </p>
      ) : null}
      {found.error && !found.data ? (
        <Failed title={t('refunds.listFailed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data || !config.data ? (
        <Loading label={t('refunds.documents')} rows={6} height={72} />
      ) : found.data.rows.length === 0 ? (
        <Empty
          title={text || state ? t('refunds.noMatch') : t('refunds.none')}
          text={text || state ? undefined : t('refunds.noneText')}
        />
      ) : (
        <ul className={collect.list}>
          {found.data.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {found.data && found.data.total_pages > 1 ? (
        <Pagination total={found.data.total_pages} value={page} size="lg" onChange={setPage} />
      ) : null}
    </div>
  )
}

function Row({ row }: { row: Billing }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pdf = useDocumentPdf(row.client_request_id)
  const show = () => void pdf.show(row.billing_type_id, row.payment_id)
  const again = usePrintAgain(show)
  const voided = row.state === 'VOIDED'
  const Glyph = voided ? IconBan : IconReceipt
  return (
    <li className={c.row} data-voided={voided || undefined}>
      <Glyph size={24} stroke={1.8} aria-hidden="true" />
      <span className={c.text}>
        <b>{row.full_number}</b>
        <span>
          {row.client_name} · {clock(row.issued_at)}
        </span>
        {voided ? (
          <span className={c.why}>
            {t('refunds.voidedBy', {
              name: row.voided_by_name ?? '',
              at: row.voided_at ? clock(row.voided_at) : '',
              reason: row.void_reason ?? '',
            })}
          </span>
        ) : null}
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
        {voided ? null : (
          <RefundKey
            paymentId={row.payment_id}
            requestId={row.client_request_id}
            document={row.full_number}
            onReopened={() => void navigate(`/payment/${row.client_request_id}`)}
          />
        )}
      </span>
    </li>
  )
}
