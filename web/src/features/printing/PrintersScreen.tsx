import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { useNow } from '../../ui/now'
import { Card, OfficePage } from '../../ui/OfficePage'
import { AgentCard } from './AgentCard'
import { PairingDialog } from './PairingDialog'
import { PaperDrawer } from './PaperDrawer'
import c from './PrintersScreen.module.css'
import { PrinterTable } from './PrinterTable'
import { useAgents, usePrinters, useTestPage } from './queries'
import { byTrouble } from './state'

/** Agents as cards, printers as one table sorted by trouble. */
export function Screen() {
  const { t } = useTranslation()
  const now = useNow()
  const printers = usePrinters()
  const agents = useAgents()
  const test = useTestPage()
  // What is open stands in the address, so that back, reload and a shared link work.
  const [params, setParams] = useSearchParams()
  const rows = byTrouble(printers.data?.rows ?? [])
  const agentRows = agents.data?.rows ?? []
  const waiting = rows.reduce((sum, printer) => sum + printer.waiting_jobs, 0)
  const paper = rows.find((printer) => String(printer.id) === params.get('paper'))
  const close = () => setParams({}, { replace: true })
  return (
    <OfficePage
      title={t('printing.title')}
      summary={
        printers.data && agents.data
          ? t('printing.summary', { printers: rows.length, agents: agentRows.length, waiting })
          : ' '
      }
      actions={
        <Button
          leftSection={<IconLink size={18} stroke={1.9} aria-hidden="true" />}
          onClick={() => setParams({ pair: '1' })}
        >
          {t('printing.pair.title')}
        </Button>
      }
    >
      {agentRows.length > 0 ? (
        <section className={c.agents} aria-label={t('printing.agents')}>
          {agentRows.map((agent) => (
            <AgentCard
              key={agent.id}
              agent={agent}
              now={now}
              printers={rows.filter((printer) => printer.agent_id === agent.id).length}
            />
          ))}
        </section>
      ) : null}
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
            onPaper={(printer) => setParams({ paper: String(printer.id) })}
          />
        )}
      </Card>
      {params.has('pair') ? <PairingDialog agents={agentRows} onClose={close} /> : null}
      {paper ? <PaperDrawer printer={paper} onTest={() => test.mutate(paper)} onClose={close} /> : null}
    </OfficePage>
  )
}
