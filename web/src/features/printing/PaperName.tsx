import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../api/model'
import { timeOrDateTime } from '../../ui/format'
import c from './PaperName.module.css'
import { useDocumentName } from './useDocumentName'

/** Names a job by document, area and number. */
export function usePaperName() {
  const nameOf = useDocumentName()
  return (job: PrintJob) => {
    const number = job.sequence ? String(job.sequence).padStart(4, '0') : ''
    return [nameOf(job.document), [job.area, number].filter(Boolean).join(' ')].filter(Boolean).join(' · ')
  }
}

/** A print job in a list: its name, when it was written and where it goes. */
export function PaperName({ job, now }: { job: PrintJob; now: number }) {
  const { t } = useTranslation()
  const nameOf = usePaperName()
  return (
    <span className={c.text}>
      <b>{nameOf(job)}</b>
      <span>
        {t('printing.jobs.at', { time: timeOrDateTime(job.created_at, now), printer: job.printer })}
      </span>
    </span>
  )
}
