import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../api/model'
import { actionsOf, isOpenJob, movable } from '../../data/printing/state'
import { Card } from '../../ui/OfficePage'
import { useDecideJob } from './mutations'
import { PaperName } from './PaperName'
import { showPaper } from './paperPdf'
import { useStuckJobs } from './queries'
import c from './StuckJobs.module.css'
import { useJobEnd } from './useJobEnd'

interface Props {
  now: number
  onReroute: (jobs: PrintJob[]) => void
}

/** Lists the stuck jobs with their actions; it shows nothing when there are none. */
export function StuckJobs({ now, onReroute }: Props) {
  const { t } = useTranslation()
  const jobs = useStuckJobs(now).data ?? []
  if (jobs.length === 0) return null
  const others = jobs.filter(movable)
  const names = [...new Set(others.map((job) => job.printer))]
  return (
    <Card padded label={t('printing.attend.title')}>
      <header className={c.head}>
        <IconAlertTriangle size={22} stroke={2} aria-hidden="true" />
        <h2>{t('printing.attend.title')}</h2>
        <span>{jobs.length}</span>
        {names
          .map((name) => ({ name, of: others.filter((job) => job.printer === name) }))
          .filter(({ of }) => of.length > 1)
          .map(({ name, of }) => (
            <Button key={name} variant="default" onClick={() => onReroute(of)}>
              {t('printing.attend.all', { name })}
            </Button>
          ))}
      </header>
      <ul className={c.list}>
        {jobs.map((job) => (
          <Stuck key={job.id} job={job} now={now} onReroute={() => onReroute([job])} />
        ))}
      </ul>
    </Card>
  )
}

function Stuck({ job, now, onReroute }: { job: PrintJob; now: number; onReroute: () => void }) {
  const { t } = useTranslation()
  const ends = useJobEnd()
  const decide = useDecideJob()
  if (!isOpenJob(job.state)) return null
  const actions = actionsOf(job, job.state)
  return (
    <li>
      <PaperName job={job} now={now} />
      <span
        className={c.state}
        data-held={(job.state !== 'UNCERTAIN' && job.state !== 'EXPIRED') || undefined}
      >
        {ends(job)}
      </span>
      <span className={c.actions}>
        {actions.map((action) => (
          <Button
            key={action}
            variant="default"
            disabled={decide.isPending}
            onClick={() => (action === 'reroute' ? onReroute() : decide.mutate({ id: job.id, action }))}
          >
            {t(`printing.jobAction.${action}`)}
          </Button>
        ))}
        {job.document === 'DRAWER' ? null : (
          <Button variant="subtle" onClick={() => showPaper(job.id)}>
            {t('printing.jobAction.pdf')}
          </Button>
        )}
      </span>
    </li>
  )
}
