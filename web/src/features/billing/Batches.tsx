import { Button, Pagination } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCloudUp,
  IconFileAlert,
  IconFileX,
  IconRosetteDiscountCheck,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../api/errors'
import type { TaxBatch } from '../../api/model'
import { useBatches, useSendSummary } from '../../data/billing/queries'
import { DialogForm, dialogWarning, goButton } from '../../ui/DialogForm'
import { DateInput } from '../../ui/dates/DateInput'
import { dateTime, dayText, today } from '../../ui/format'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { Card } from '../../ui/OfficePage'
import { StatePill } from '../../ui/StatePill'
import { showToast } from '../../ui/toasts'
import c from './Batches.module.css'

const states = {
  PENDING: ['info', IconCloudUp],
  SENT: ['info', IconCloudUp],
  ACCEPTED: ['good', IconRosetteDiscountCheck],
  OBSERVED: ['warning', IconFileAlert],
  REJECTED: ['bad', IconFileX],
  FAILED: ['bad', IconAlertTriangle],
} as const

/** Lists the batches sent to the tax authority, each with its ticket and outcome. */
export function Batches({ sends }: { sends: boolean }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [summing, setSumming] = useState(false)
  const found = useBatches(page)
  return (
    <Card label={t('batches.title')}>
      {sends ? (
        <div className={c.bar}>
          <Button
            variant="default"
            leftSection={<IconSend size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() => setSumming(true)}
          >
            {t('batches.send')}
          </Button>
        </div>
      ) : null}
      {!found.data ? (
        <div className={c.inside}>
          {found.error ? (
            <Failed title={t('batches.failed')} error={found.error} onRetry={() => void found.refetch()} />
          ) : (
            <Loading label={t('batches.title')} rows={6} height={56} />
          )}
        </div>
      ) : found.data.rows.length === 0 ? (
        <div className={c.inside}>
          <Empty title={t('batches.none')} text={t('batches.noneText')} />
        </div>
      ) : (
        <ul className={c.rows} aria-label={t('batches.title')}>
          {found.data.rows.map((batch) => (
            <Row key={batch.id} batch={batch} />
          ))}
        </ul>
      )}
      {found.data && found.data.total_pages > 1 ? (
        <Pagination
          className={c.inside}
          total={found.data.total_pages}
          value={page}
          size="lg"
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
        />
      ) : null}
      {summing ? <SummaryDialog onClose={() => setSumming(false)} /> : null}
    </Card>
  )
}

/** The tax authority's name of a batch: `RA-20261120-1`. */
const nameOf = ({ kind, made_on, number }: TaxBatch) => `${kind}-${made_on.replaceAll('-', '')}-${number}`

function Row({ batch }: { batch: TaxBatch }) {
  const { t } = useTranslation()
  const [tone, icon] = states[batch.state]
  const said = [batch.sunat_code, batch.sunat_message].filter((each) => each !== '').join(' · ')
  return (
    <li className={c.row}>
      <span>
        <b>{nameOf(batch)}</b>
        <small>
          {t(`batches.${batch.kind}`)}
          {batch.voids && batch.kind === 'RC' ? ` · ${t('batches.voids')}` : ''}
        </small>
      </span>
      <span>
        {t('batches.count', { count: batch.lines })}
        <small>{t('batches.day', { day: dayText(batch.documents_of) })}</small>
      </span>
      <span>
        <code>{batch.ticket || t('batches.noTicket')}</code>
        <small>{dateTime(batch.created_at)}</small>
      </span>
      <span className={c.state}>
        <StatePill tone={tone} icon={icon} label={t(`batches.states.${batch.state}`)} />
        <small>{said}</small>
      </span>
    </li>
  )
}

function SummaryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [day, setDay] = useState<string | null>(today())
  const [empty, setEmpty] = useState(false)
  const send = useSendSummary(t('batches.sendFailed'), (documents) => {
    setEmpty(documents === 0)
    if (documents === 0) return
    showToast('success', t('batches.sent', { count: documents }))
    onClose()
  })
  return (
    <DialogForm
      title={t('batches.sendTitle')}
      text={t('batches.sendText')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (day) send.mutate(day)
      }}
    >
      <DateInput
        label={t('batches.date')}
        value={day}
        onChange={(chosen) => {
          setEmpty(false)
          setDay(chosen)
        }}
        max={today()}
        error={fieldErrors(send.error).date}
      />
      {empty ? (
        <p className={dialogWarning} role="alert">
          {t('batches.nothing')}
        </p>
      ) : null}
      <Button type="submit" className={goButton} disabled={!day} loading={send.isPending}>
        {t('batches.sendGo')}
      </Button>
    </DialogForm>
  )
}
