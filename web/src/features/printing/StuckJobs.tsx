import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { when } from '../../ui/format'
import { Card } from '../../ui/OfficePage'
import { useDecideJob } from './mutations'
import { useStuckJobs } from './queries'
import c from './StuckJobs.module.css'
import { isStuck, jobActions } from './state'
import { useDocumentName } from './useDocumentName'

/** What hangs, with what can be done about it; nothing at all where nothing hangs. */
export function StuckJobs({ now }: { now: number }) {
  const { t, i18n } = useTranslation()
  const nameOf = useDocumentName()
  const jobs = useStuckJobs().data ?? []
  const decide = useDecideJob()
  if (jobs.length === 0) return null
  const reason = (word: string | null | undefined) => {
    const key = `printing.jobs.reason.${word}`
    return word && i18n.exists(key) ? t(key as 'printing.jobs.reason.offline') : ''
  }
  return (
    <Card padded label={t('printing.jobs.title')}>
      <header className={c.head}>
        <IconAlertTriangle size={22} stroke={2} aria-hidden="true" />
        <h2>{t('printing.jobs.title')}</h2>
        <span>{jobs.length}</span>
      </header>
      <ul className={c.list}>
        {jobs.map((job) => (
          <li key={job.id}>
            <span className={c.text}>
              <b>
                {nameOf(job.document)} {job.area ? `· ${job.area}` : ''}{' '}
                {job.sequence ? String(job.sequence).padStart(4, '0') : ''}
              </b>
              <span>{t('printing.jobs.at', { time: when(job.created_at, now), printer: job.printer })}</span>
            </span>
            {isStuck(job.state) ? (
              <>
                <span className={c.state} data-held={job.state === 'HELD' || undefined}>
                  {[t(`printing.jobs.state.${job.state}`), reason(job.reason)].filter(Boolean).join(': ')}
                </span>
                <span className={c.actions}>
                  {jobActions[job.state].map((action) => (
                    <Button
                      key={action}
                      variant="default"
                      disabled={decide.isPending}
                      onClick={() => decide.mutate({ id: job.id, action })}
                    >
                      {t(`printing.jobs.${action}`)}
                    </Button>
                  ))}
                </span>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
