import { Button } from '@mantine/core'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { byTrouble, movable } from '../../data/printing/state'
import { InAddress } from '../../ui/inAddress'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { useNow } from '../../ui/now'
import { Card, OfficePage } from '../../ui/OfficePage'
import { AgentCard } from './AgentCard'
import { DeletePrinterDialog } from './DeletePrinterDialog'
import { JobHistory } from './JobHistory'
import { useTestPage } from './mutations'
import { PairingDialog } from './PairingDialog'
import { PrinterDrawer } from './PrinterDrawer'
import c from './PrintersScreen.module.css'
import { PrinterTable } from './PrinterTable'
import { useAgents, useAlarmedJobs, usePrinters, useReliefs } from './queries'
import { Reliefs } from './Reliefs'
import { RerouteDialog } from './RerouteDialog'
import { StuckJobs } from './StuckJobs'

/** Shows agents as cards, the stuck jobs, and the printers as one table sorted by trouble. */
export default function PrintersScreen() {
  const { t } = useTranslation()
  const now = useNow()
  // The address says which dialog is open, so that back, reload and a shared link work.
  const [params, setParams] = useSearchParams()
  const pairing = params.has('pair')
  const printers = usePrinters()
  const agents = useAgents(pairing)
  const test = useTestPage()
  const rows = byTrouble(printers.data?.rows ?? [])
  const agentRows = agents.data?.rows ?? []
  const waiting = rows.reduce((sum, printer) => sum + printer.waiting_jobs, 0)
  const named = (name: string) => rows.find((printer) => String(printer.id) === params.get(name))
  const edited = named('edit')
  const deleted = named('delete')
  // A till's alarm links here, to all jobs that the printer keeps back.
  const asked = named('reroute')
  const alarmed = useAlarmedJobs(now)
  const [rerouted, setRerouted] = useState<{ from: string; ids: string[] } | null>(null)
  const relieved = useReliefs().data?.rows.some((relief) => relief.active)
  const close = () => setParams({}, { replace: true })
  return (
    <OfficePage
      title={t('printing.title')}
      summary={
        printers.data && agents.data
          ? [
              t('printing.printerCount', { count: rows.length }),
              t('printing.agentCount', { count: agentRows.length }),
              t('printing.waitingCount', { count: waiting }),
            ].join(' · ')
          : ' '
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconLink size={18} stroke={1.9} aria-hidden="true" />}
            onClick={() => setParams({ pair: '1' })}
          >
            {t('printing.pair.title')}
          </Button>
          <Button
            // While a printer fails, trying it is the one main action.
            variant={relieved ? 'default' : undefined}
            leftSection={<IconPlus size={18} stroke={2.2} aria-hidden="true" />}
            onClick={() => setParams({ new: '1' })}
          >
            {t('printing.new')}
          </Button>
        </>
      }
    >
      {agentRows.length > 0 ? (
        <section className={c.agents} aria-label={t('printing.agents')}>
          {agentRows.map((agent) => (
            <AgentCard
              key={agent.id}
              agent={agent}
              now={now}
              printers={rows.filter((printer) => printer.agent_id === agent.id)}
            />
          ))}
        </section>
      ) : null}
      <Reliefs
        now={now}
        printers={rows}
        testing={test.isPending ? (test.variables?.id ?? null) : null}
        onTest={(printer) => test.mutate(printer)}
        onEdit={(printer) => setParams({ edit: String(printer.id) })}
      />
      <StuckJobs
        now={now}
        onReroute={(jobs) => setRerouted({ from: jobs[0]?.printer ?? '', ids: jobs.map((job) => job.id) })}
      />
      <Card label={t('printing.title')}>
        {printers.isError ? (
          <Failed
            title={t('printing.failed')}
            error={printers.error}
            onRetry={() => void printers.refetch()}
          />
        ) : printers.isPending ? (
          <Loading label={t('printing.loading')} height={67} />
        ) : rows.length === 0 ? (
          <Empty title={t('printing.none')} text={t('printing.noneText')} />
        ) : (
          <PrinterTable
            rows={rows}
            now={now}
            testing={test.isPending ? (test.variables?.id ?? null) : null}
            onTest={(printer) => test.mutate(printer)}
            onEdit={(printer) => setParams({ edit: String(printer.id) })}
            onDelete={(printer) => setParams({ delete: String(printer.id) })}
          />
        )}
      </Card>
      <JobHistory printers={rows} now={now} />
      {pairing && agents.data ? <PairingDialog agents={agentRows} printers={rows} onClose={close} /> : null}
      <InAddress value={true}>
        {params.has('new') || edited ? (
          <PrinterDrawer
            key={edited?.id ?? 'new'}
            printer={edited ?? null}
            printers={rows}
            agents={agentRows}
            onClose={close}
          />
        ) : null}
      </InAddress>
      {rerouted ? (
        <RerouteDialog {...rerouted} printers={rows} onClose={() => setRerouted(null)} />
      ) : asked && alarmed.data ? (
        <RerouteDialog
          key={asked.id}
          from={asked.name}
          ids={alarmed.data.filter((job) => job.printer_id === asked.id && movable(job)).map((job) => job.id)}
          printers={rows}
          onClose={close}
        />
      ) : null}
      {deleted ? <DeletePrinterDialog printer={deleted} onClose={close} /> : null}
    </OfficePage>
  )
}
