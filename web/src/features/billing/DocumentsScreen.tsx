import { Button, Pagination, Select } from '@mantine/core'
import { IconFileStack, IconRefresh, IconUser, IconX } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Period, periods, spanOf } from '../../data/billing/periods'
import {
  type DocumentFilter,
  useCreditNoteCountsByState,
  useDocumentCounters,
  useDocuments,
  useNotes,
} from '../../data/billing/queries'
import { may } from '../../session/permissions'
import { useUser } from '../../session/session'
import { businessDay } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { Card, OfficePage } from '../../ui/OfficePage'
import { SearchField } from '../../ui/SearchField'
import { ClientPicker } from '../../widgets/clients/ClientPicker'
import { DemoNotice } from '../../widgets/documents/DemoNotice'
import { type ShownState, StateChips, shownStates, stateCount } from '../../widgets/documents/StateChips'
import { Batches } from './Batches'
import { DocumentSheet } from './DocumentSheet'
import c from './DocumentsScreen.module.css'
import { DocumentTable } from './DocumentTable'
import { rowOfBilling, rowOfNote } from './documentRows'
import { NoteSheet } from './NoteSheet'
import { NotesToo } from './NotesToo'
import { ReconcileDialog } from './ReconcileDialog'

const credit = '07'
const kinds = [
  ['', 'all'],
  ['1', 'boleta'],
  ['2', 'factura'],
  [credit, 'credit'],
  ['5', 'debit'],
  ['3', 'nota'],
] as const

/** Lists every document of a period, for accountants and managers. */
export default function DocumentsScreen() {
  const { t } = useTranslation()
  const user = useUser()
  const [params] = useSearchParams()
  const change = useChange()
  const [reconciling, setReconciling] = useState(false)
  const batches = params.get('view') === 'batches'
  const sends = may(user, 'send_documents')
  return (
    <OfficePage
      title={t(batches ? 'batches.title' : 'accounting.documents')}
      summary={t(batches ? 'batches.text' : 'accounting.documentsText')}
      actions={
        <>
          {sends ? (
            <Button
              variant="default"
              leftSection={<IconRefresh size={20} stroke={1.9} aria-hidden="true" />}
              onClick={() => setReconciling(true)}
            >
              {t('reconcile.go')}
            </Button>
          ) : null}
          <Button
            variant="default"
            leftSection={<IconFileStack size={20} stroke={1.9} aria-hidden="true" />}
            onClick={() => change({ view: batches ? '' : 'batches', doc: '' })}
          >
            {t(batches ? 'documentList.documents' : 'documentList.batches')}
          </Button>
          {reconciling ? <ReconcileDialog onClose={() => setReconciling(false)} /> : null}
        </>
      }
    >
      <DemoNotice />
      {batches ? <Batches sends={sends} /> : <Documents />}
    </OfficePage>
  )
}

/* The address holds the filters, so that a notice can link to the documents that it is about. */
function useChange() {
  const [, setParams] = useSearchParams()
  return (what: Record<string, string>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (!('doc' in what)) next.delete('page')
        for (const [name, value] of Object.entries(what)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
}

function useFilter() {
  const [params] = useSearchParams()
  const state: ShownState = shownStates.find((each) => each === params.get('state')) ?? ''
  // Documents that wait for somebody are shown however long ago they were issued.
  const usual: Period = state === '' || state === 'ACCEPTED' || state === 'VOIDED' ? 'month' : 'all'
  const period = periods.find((each) => each === params.get('period')) ?? usual
  const text = params.get('q') ?? ''
  const kind = kinds.find(([each]) => each === params.get('kind'))?.[0] ?? ''
  const filter: DocumentFilter = {
    cycle: null,
    ...spanOf(period, businessDay(Date.now())),
    term: useDeferredValue(text.trim()),
    state,
    kind: kind === '' || kind === credit ? null : Number(kind),
    client: Number(params.get('client')) || null,
    page: Math.max(1, Number(params.get('page')) || 1),
  }
  return { filter, state, period, text, kind, opened: Number(params.get('doc')) || null }
}

function Documents() {
  const { t } = useTranslation()
  const change = useChange()
  const { filter, state, period, text, kind, opened } = useFilter()
  const ofNotes = kind === credit
  const documents = useDocuments(filter, !ofNotes)
  const notes = useNotes(filter, ofNotes)
  const counters = useDocumentCounters(filter).data
  const noteCounters = useCreditNoteCountsByState(filter).data
  const found = ofNotes ? notes : documents
  const rows = ofNotes ? notes.data?.rows.map(rowOfNote) : documents.data?.rows.map(rowOfBilling)
  const shownCounters = ofNotes ? noteCounters : counters
  const open = (id: number | null) => change({ doc: id === null ? '' : String(id) })
  const narrowed = filter.term !== '' || state !== '' || kind !== '' || !!filter.client
  const sheet = { ids: rows?.map((row) => row.id) ?? [], onOpen: open, onClose: () => open(null) }
  return (
    <>
      <Filters
        text={text}
        period={period}
        kind={kind}
        client={filter.client ?? null}
        clientName={rows?.[0]?.client}
        onChange={change}
      />
      <div className={c.beside} data-open={opened !== null || undefined}>
        <Card label={t('documentList.label')}>
          <StateChips
            counters={shownCounters}
            value={state}
            onChange={(each) => change({ state: each, period: '', doc: '' })}
          />
          {kind === '' && noteCounters ? (
            <NotesToo
              count={stateCount(noteCounters, state)}
              rejected={stateCount(noteCounters, 'REJECTED')}
              onRejected={() => change({ kind: credit, state: 'REJECTED', period: 'all', doc: '' })}
              onAll={() => change({ kind: credit, doc: '' })}
            />
          ) : null}
          {!rows ? (
            <div className={c.inside}>
              {found.error ? (
                <Failed
                  title={t('documentList.failed')}
                  error={found.error}
                  onRetry={() => void found.refetch()}
                />
              ) : (
                <Loading label={t('documentList.label')} rows={8} height={52} />
              )}
            </div>
          ) : rows.length === 0 ? (
            <div className={c.inside}>
              <Empty
                title={t(narrowed ? 'documentList.noMatch' : 'documentList.none')}
                text={narrowed ? undefined : t('documentList.noneText')}
              />
            </div>
          ) : (
            <DocumentTable rows={rows} opened={opened} onOpen={open} />
          )}
          {found.data && found.data.total_pages > 1 ? (
            <Pagination
              className={c.pages}
              total={found.data.total_pages}
              value={filter.page}
              size="lg"
              onChange={(next) => change({ page: String(next), doc: '' })}
              getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
            />
          ) : null}
        </Card>
        {opened === null ? null : ofNotes ? (
          <NoteSheet key={opened} id={opened} {...sheet} />
        ) : (
          <DocumentSheet key={opened} id={opened} {...sheet} />
        )}
      </div>
    </>
  )
}

interface ClientFilterProps {
  chosen: number | null
  name: string | undefined
  onChange: (client: number | null) => void
}

/** Chooses between the documents of everybody and those of one client. */
function ClientFilter({ chosen, name, onChange }: ClientFilterProps) {
  const { t } = useTranslation()
  const [picking, setPicking] = useState(false)
  const words = chosen
    ? t('documentList.ofClient', { client: name ?? t('documentList.chosenClient') })
    : t('documentList.byClient')
  return (
    <span className={c.client} data-on={chosen !== null || undefined}>
      <button type="button" aria-haspopup="dialog" onClick={() => setPicking(true)}>
        <IconUser size={19} stroke={1.9} aria-hidden="true" />
        <span>{words}</span>
      </button>
      {chosen ? (
        <IconButton label={t('documentList.dropClient')} onClick={() => onChange(null)}>
          <IconX size={18} stroke={2} aria-hidden="true" />
        </IconButton>
      ) : null}
      {picking ? (
        <ClientPicker
          onPick={(client) => {
            setPicking(false)
            onChange(client?.id ?? null)
          }}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </span>
  )
}

interface FiltersProps {
  text: string
  period: Period
  kind: string
  client: number | null
  clientName: string | undefined
  onChange: ReturnType<typeof useChange>
}

function Filters({ text, period, kind, client, clientName, onChange }: FiltersProps) {
  const { t } = useTranslation()
  return (
    <div className={c.filters}>
      <div className={c.search}>
        <SearchField label={t('documentList.search')} value={text} onChange={(q) => onChange({ q })} />
      </div>
      <Select
        aria-label={t('accounting.period')}
        className={c.select}
        size="lg"
        allowDeselect={false}
        data={periods.map((each) => ({ value: each, label: t(`accounting.periods.${each}`) }))}
        value={period}
        onChange={(each) => onChange({ period: each ?? '' })}
      />
      <Select
        aria-label={t('accounting.kind')}
        className={c.select}
        size="lg"
        allowDeselect={false}
        data={kinds.map(([each, name]) => ({ value: each, label: t(`accounting.kinds.${name}`) }))}
        value={kind}
        onChange={(each) => onChange({ kind: each ?? '', doc: '' })}
      />
      <ClientFilter
        chosen={client}
        name={clientName}
        onChange={(chosen) => onChange({ client: chosen === null ? '' : String(chosen), doc: '' })}
      />
    </div>
  )
}
