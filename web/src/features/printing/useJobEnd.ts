import { useTranslation } from 'react-i18next'
import type { JobState } from '../../api/model'
import { isConfirmed } from '../../data/printing/state'

interface Job {
  state: JobState | string
  level?: string | null
  reason?: string | null
  printed_on?: string | null
}

/** Says how far a job came: what proves that it was printed, or why it was not. */
export function useJobEnd() {
  const { t, i18n } = useTranslation()
  return (job: Job) => {
    if (job.state === 'DONE') {
      if (job.reason === 'seen_by_person') return t('printing.seen')
      return isConfirmed(job.level)
        ? t('printing.confirmed')
        : job.level
          ? t('printing.sent')
          : t('printing.shown')
    }
    if (job.state === 'REROUTED' && job.printed_on) return t('printing.reroutedTo', { name: job.printed_on })
    const why = `printing.jobs.reason.${job.reason}`
    const word = t(`printing.jobState.${job.state as JobState}`)
    return job.reason && i18n.exists(why) ? `${word}: ${t(why as 'printing.jobs.reason.offline')}` : word
  }
}
