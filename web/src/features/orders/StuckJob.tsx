import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../api/model'
import { may } from '../../session/permissions'
import { useUser } from '../../session/session'
import { clock, inSmallLetters } from '../../ui/format'
import { NoticeCard } from './NoticeCard'
import { type JobDecision, useDecideJob } from './printing'

const states = ['HELD', 'UNCERTAIN', 'EXPIRED'] as const
const decisions: Record<string, JobDecision[]> = {
  UNCERTAIN: ['reprint', 'cancel'],
  EXPIRED: ['release', 'cancel'],
}

/** Says of a failed print job what happened, and what this user may do about it. */
export function StuckJob({ job }: { job: PrintJob }) {
  const { t, i18n } = useTranslation()
  // Waiters print a command again from its history; users of the cash box decide on jobs.
  const decides = may(useUser(), 'own_jobs')
  const decide = useDecideJob()
  const state = states.find((each) => each === job.state) ?? 'LATE'
  const reasonKey = `printing.jobs.reason.${job.reason}`
  const reason = i18n.exists(reasonKey) ? ` (${t(reasonKey as 'printing.jobs.reason.offline')})` : ''
  const documentKey = `orders.paper.document.${job.document}`
  const what = i18n.exists(documentKey) ? t(documentKey as 'orders.paper.document.COMMAND') : job.document
  const offered = (decisions[state] ?? []).filter((each) => each === 'cancel' || job.reason !== 'too_large')
  const actions = (decides ? offered : []).map((decision) => ({
    label: t(`printing.jobs.${decision}`),
    busy: decide.isPending,
    onDo: () => decide.mutate({ id: job.id, decision }),
  }))
  return (
    <NoticeCard
      tone={state === 'EXPIRED' ? 'bad' : 'warning'}
      title={t(`orders.paper.state.${state}`, {
        what: [what, inSmallLetters(job.area)].filter(Boolean).join(' '),
        time: clock(job.created_at),
        reason,
      })}
      actions={actions}
    >
      {t(decides ? `orders.paper.desk.${state}` : `orders.paper.floor.${state}`, { printer: job.printer })}
    </NoticeCard>
  )
}
