import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, isApiError } from '../../api/errors'
import type { Client, IssuedDocumentDetail } from '../../api/model'
import { useReissue, useReissueQuote } from '../../data/billing/queries'
import { useClient } from '../../data/clients/queries'
import { DialogForm, goButton } from '../../ui/DialogForm'
import { centimos, dayText, money, quantity } from '../../ui/format'
import { showToast } from '../../ui/toasts'
import { ClientDrawer } from '../../widgets/clients/ClientDrawer'
import { ClientPicker } from '../../widgets/clients/ClientPicker'
import c from './ReissueDialog.module.css'

interface Props {
  document: IssuedDocumentDetail
  onClose: () => void
  /** The document in its place. */
  onIssued: (id: number) => void
}

/** Issues a refused document anew, to its client with corrected data or to another one. */
export default function ReissueDialog({ document, onClose, onIssued }: Props) {
  const { t } = useTranslation()
  const [picked, setPicked] = useState<Client | null>(null)
  const [open, setOpen] = useState<'pick' | 'edit' | null>(null)
  const id = picked?.id ?? document.client_id ?? null
  const client = useClient(id).data ?? picked
  const reissue = useReissue(document, (issued) => {
    showToast('success', t('reissue.done', { document: issued.full_number }))
    onClose()
    onIssued(issued.id)
  })
  const error = reissue.error
  return (
    <DialogForm
      title={t('reissue.title', { document: document.full_number })}
      text={t('reissue.text', { amount: money(centimos(document.total)) })}
      onClose={onClose}
      holds={picked?.id}
      onSubmit={(event) => {
        event.preventDefault()
        reissue.mutate(id)
      }}
      above={
        open === 'pick' ? (
          <ClientPicker
            onPick={(next) => {
              setOpen(null)
              setPicked(next)
            }}
            onClose={() => setOpen(null)}
          />
        ) : open === 'edit' && client ? (
          <ClientDrawer client={client} onClose={() => setOpen(null)} />
        ) : null
      }
    >
      <div className={c.client}>
        <b>{client?.display_name ?? document.client_name}</b>
        <span>
          {client?.document_type ?? document.client_document_type}{' '}
          {client?.document_number ?? document.client_document_number}
        </span>
        <span>{client?.address ?? document.client_address}</span>
        <div className={c.keys}>
          {client ? (
            <Button variant="default" onClick={() => setOpen('edit')}>
              {t('reissue.edit')}
            </Button>
          ) : null}
          <Button variant="default" onClick={() => setOpen('pick')}>
            {t('reissue.pick')}
          </Button>
        </div>
      </div>
      <WhatItWillSay id={document.id} />
      {error ? (
        <p className={c.error} role="alert">
          {(isApiError(error) && error.serverMessage) || errorText(error)}
        </p>
      ) : null}
      <Button type="submit" className={goButton} loading={reissue.isPending}>
        {t('reissue.go')}
      </Button>
    </DialogForm>
  )
}

/* Says the date and the IGV of the new document, which may differ from those of the refused one. */
function WhatItWillSay({ id }: { id: number }) {
  const { t } = useTranslation()
  const quote = useReissueQuote(id).data
  if (!quote) return null
  const percent = `${quantity(quote.igv_percent)} %`
  const date = dayText(quote.issue_date)
  const previous = `${quantity(quote.previous_igv_percent)} %`
  return (
    <p className={c.says} data-changes={quote.is_new_date || percent !== previous || undefined}>
      {t(quote.is_new_date ? 'reissue.newDate' : 'reissue.sameDate', { date })}{' '}
      {percent === previous
        ? t('reissue.sameRate', { percent })
        : t('reissue.newRate', {
            percent,
            previous,
            igv: money(centimos(quote.igv)),
            before: money(centimos(quote.previous_igv)),
            total: money(centimos(quote.total)),
          })}
    </p>
  )
}
