import { useDebouncedValue } from '@mantine/hooks'
import { IconCopy, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Printer, PrintJob } from '../../api/model'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { FilterChip } from '../../ui/list/FilterChip'
import { Pager } from '../../ui/list/Pager'
import { Card } from '../../ui/OfficePage'
import { SearchField } from '../../ui/SearchField'
import c from './JobHistory.module.css'
import { useReprintJob } from './mutations'
import { PaperName, usePaperName } from './PaperName'
import { showPaper } from './paperPdf'
import { useJobHistory } from './queries'
import { useDocumentName } from './useDocumentName'
import { useJobEnd } from './useJobEnd'

const documents = ['COMMAND', 'CANCELLATION', 'PREBILL', 'RECEIPT', 'CASH', 'DRAWER', 'TEST'] as const
const states = ['DONE', 'HELD', 'UNCERTAIN', 'EXPIRED', 'REROUTED', 'CANCELLED', 'PENDING'] as const

/** Lists the print jobs and how sure it is that each was printed; each can be had again as a PDF or as a copy. */
export function JobHistory({ printers, now }: { printers: Printer[]; now: number }) {
  const { t } = useTranslation()
  const nameOf = useDocumentName()
  const [page, setPage] = useState(1)
  const [term, setTerm] = useState('')
  const [narrowed, setNarrowed] = useState<Record<string, string[]>>({})
  const [searched] = useDebouncedValue(term, 200)
  const jobs = useJobHistory(page, searched, narrowed)
  const rows = jobs.data?.rows ?? []
  const all = term === '' && Object.values(narrowed).every((values) => values.length === 0)
  const none = all ? 'nothing' : 'none'
  const filters = [
    {
      name: 'printer_id',
      label: t('printing.history.printer'),
      options: printers.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'document',
      label: t('printing.history.document'),
      options: documents.map((value) => ({ value, label: nameOf(value) })),
    },
    {
      name: 'state',
      label: t('printing.history.state'),
      options: states.map((value) => ({ value, label: t(`printing.jobState.${value}`) })),
    },
  ]
  return (
    <Card label={t('printing.history.title')}>
      <header className={c.head}>
        <h2>{t('printing.history.title')}</h2>
        <SearchField
          label={t('printing.history.search')}
          value={term}
          onChange={(text) => {
            setTerm(text)
            setPage(1)
          }}
        />
        <span className={c.filters}>
          {filters.map((filter) => (
            <FilterChip
              key={filter.name}
              filter={filter}
              values={narrowed[filter.name] ?? []}
              onChange={(values) => {
                setNarrowed({ ...narrowed, [filter.name]: values })
                setPage(1)
              }}
            />
          ))}
        </span>
      </header>
      {jobs.isError && !jobs.data ? (
        <Failed title={t('printing.history.failed')} error={jobs.error} onRetry={() => void jobs.refetch()} />
      ) : jobs.isPending ? (
        <Loading label={t('printing.history.loading')} height={60} />
      ) : rows.length === 0 ? (
        <Empty title={t(`printing.history.${none}`)} text={t(`printing.history.${none}Text`)} />
      ) : (
        <ul className={c.list}>
          {rows.map((job) => (
            <Past key={job.id} job={job} now={now} />
          ))}
        </ul>
      )}
      {jobs.data && rows.length > 0 ? (
        <Pager
          page={page}
          pages={jobs.data.total_pages}
          rows={rows.length}
          total={jobs.data.total_rows}
          onPage={setPage}
        />
      ) : null}
    </Card>
  )
}

const reprintable = ['DONE', 'REROUTED', 'CANCELLED', 'EXPIRED']

function Past({ job, now }: { job: PrintJob; now: number }) {
  const { t } = useTranslation()
  const name = usePaperName()(job)
  const ends = useJobEnd()
  const reprint = useReprintJob()
  const paper = job.document !== 'DRAWER'
  return (
    <li>
      <PaperName job={job} now={now} />
      <span className={c.state} data-state={job.state}>
        {ends(job)}
      </span>
      <span className={c.actions}>
        {paper ? (
          <IconButton label={`${t('printing.jobAction.pdf')}: ${name}`} onClick={() => showPaper(job.id)}>
            <IconFileTypePdf size={22} stroke={1.8} aria-hidden="true" />
          </IconButton>
        ) : null}
        {paper && reprintable.includes(job.state) ? (
          <IconButton
            label={`${t('printing.jobAction.again')}: ${name}`}
            onClick={() => reprint.mutate(job.id)}
          >
            <IconCopy size={22} stroke={1.8} aria-hidden="true" />
          </IconButton>
        ) : null}
      </span>
    </li>
  )
}
