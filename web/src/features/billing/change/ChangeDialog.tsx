import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { IssuedDocumentDetail } from '../../../api/model'
import { DialogHead } from '../../../ui/DialogHead'
import { centimos, money } from '../../../ui/format'
import { Failed, Loading } from '../../../ui/LoadState'
import { TypedDialog } from '../../../ui/TypedDialog'
import { usePhone } from '../../../ui/viewport'
import c from './ChangeDialog.module.css'

interface Props<Quote> {
  title: string
  document: IssuedDocumentDetail
  /** The server's quote for the whole document, before anything is chosen. */
  whole: UseQueryResult<Quote>
  onClose: () => void
  /** The form, once the quote has been read. */
  children: (whole: Quote) => ReactNode
}

/** Frames the dialog of a credit or debit note: the document on top, the form under it. */
export function ChangeDialog<Quote>({ title, document, whole, onClose, children }: Props<Quote>) {
  const { t } = useTranslation()
  const phone = usePhone()
  const text = t('undo.text', {
    name: document.name,
    client: document.client_name,
    amount: money(centimos(document.total)),
    state: t(`taxState.${document.state}`).toLowerCase(),
  })
  return (
    <TypedDialog label={title} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      <div className={c.box}>
        <div className={c.head}>
          <DialogHead title={title} text={text} onClose={onClose} />
        </div>
        {whole.data ? (
          children(whole.data)
        ) : whole.error ? (
          <Failed title={t('undo.failed')} error={whole.error} onRetry={() => void whole.refetch()} />
        ) : (
          <Loading label={t('undo.loading')} rows={4} />
        )}
      </div>
    </TypedDialog>
  )
}
