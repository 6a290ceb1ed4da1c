import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Printer } from '../../api/model'
import { Dialog } from '../../ui/Dialog'
import { when } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { useNow } from '../../ui/now'
import { Paper } from '../../ui/Paper'
import { StatePill } from '../../ui/StatePill'
import c from './PaperDrawer.module.css'
import { usePaper } from './queries'
import { printerState } from './state'

interface Props {
  printer: Printer
  onTest: () => void
  onClose: () => void
}

/** What a virtual printer printed, as it would hang out of it; the latest on top. */
export function PaperDrawer({ printer, onTest, onClose }: Props) {
  const { t } = useTranslation()
  const paper = usePaper(printer.id)
  const now = useNow()
  const state = printerState(printer)
  const jobs = paper.data?.rows ?? []
  return (
    <Dialog label={t('printing.paper.title', { name: printer.name })} shape="drawer" onClose={onClose}>
      <div className={c.lane}>
        <header className={c.head}>
          <div>
            <h2>{printer.name}</h2>
            <p>
              {t('printing.paper.size', { size: printer.size, columns: printer.size === '58' ? 32 : 48 })}
            </p>
          </div>
          <StatePill filled tone={state.tone} icon={state.icon} label={t(`printing.state.${state.name}`)} />
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </header>
        <div className={c.slot} aria-hidden="true" />
        {paper.isError ? (
          <Failed
            title={t('printing.paper.failed')}
            error={paper.error}
            onRetry={() => void paper.refetch()}
          />
        ) : paper.isPending ? (
          <Loading label={t('printing.loading')} rows={2} height={240} />
        ) : jobs.length === 0 ? (
          <Empty title={t('printing.paper.none')} text={t('printing.paper.noneText')}>
            <Button size="md" onClick={onTest}>
              {t('printing.paper.test')}
            </Button>
          </Empty>
        ) : (
          <ul className={c.feed}>
            {jobs.map((job) => (
              <li key={job.job_id}>
                <Paper
                  lines={job.lines}
                  columns={job.columns}
                  label={t(`printing.document.${job.document}`, { defaultValue: job.document })}
                />
                <span className={c.time}>
                  {t(`printing.document.${job.document}`, { defaultValue: job.document })} ·{' '}
                  {when(job.finished_at ?? job.created_at, now)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
