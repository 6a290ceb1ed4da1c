import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PaperSheet, Printer } from '../../api/model'
import { printerState } from '../../data/printing/state'
import { Empty, Failed, Loading } from '../../ui/LoadState'
import { Paper } from '../../ui/Paper'
import { StatePill } from '../../ui/StatePill'
import { useTestPage } from './mutations'
import c from './PaperScreen.module.css'
import { useDocumentName } from './useDocumentName'
import { labelText } from './usePrinterFacts'

interface Props {
  printer: Printer
  sheets: PaperSheet[]
  picked: string | null
  loading: boolean
  error: Error | null
  onRetry: () => void
}

/** Shows a slot with the documents that a virtual printer printed, the latest on top. */
export function PaperLane({ printer, sheets, picked, loading, error, onRetry }: Props) {
  const { t } = useTranslation()
  const nameOf = useDocumentName()
  const test = useTestPage()
  const state = printerState(printer)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it
    <section className={c.lane} aria-label={t('printing.paper.of', { name: printer.name })} tabIndex={0}>
      <header className={c.head}>
        <div>
          <h2>{printer.name}</h2>
          <p>
            {printer.kind === 'LABEL'
              ? labelText(t, printer)
              : t('printing.paper.size', { size: printer.size, columns: printer.size === '58' ? 32 : 48 })}
          </p>
        </div>
        <StatePill filled tone={state.tone} icon={state.icon} label={t(`printing.state.${state.name}`)} />
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate(printer)}
          aria-label={t('printing.testOf', { name: printer.name })}
        >
          {t('printing.test')}
        </Button>
      </header>
      <div className={c.slot} aria-hidden="true" />
      {error ? (
        <Failed title={t('printing.paper.failed')} error={error} onRetry={onRetry} />
      ) : loading ? (
        <Loading label={t('printing.loading')} rows={2} height={240} />
      ) : sheets.length === 0 ? (
        <Empty title={t('printing.paper.none')} text={t('printing.paper.noneText')} />
      ) : (
        <div className={c.feed}>
          {sheets.map((sheet) => (
            <div
              key={sheet.job_id}
              id={`paper-${sheet.job_id}`}
              data-picked={sheet.job_id === picked || undefined}
            >
              <Paper lines={sheet.lines} columns={sheet.columns} label={nameOf(sheet.document)} />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
