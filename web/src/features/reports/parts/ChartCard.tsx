import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton'
import { Card } from '../../../ui/OfficePage'
import c from './ChartCard.module.css'

interface Props {
  /** The conclusion in one sentence. */
  title: string
  /** Says what is measured, and in which unit. */
  text: ReactNode
  /** A control that chooses the chart's values. */
  choice?: ReactNode
  /** The names of the colours, and of the line. */
  legend?: { now: string; before?: string; partial?: string; line?: string }
  chart: ReactNode
  /** The same data as a table. */
  table: ReactNode
}

/** Shows a chart with its conclusion above it and its table behind it. */
export function ChartCard({ title, text, choice, legend, chart, table }: Props) {
  const { t } = useTranslation()
  const [inNumbers, setInNumbers] = useState(false)
  return (
    <Card padded label={title}>
      <header className={c.head}>
        <div className={c.title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {choice ? <div className={c.choice}>{choice}</div> : null}
        <IconButton
          label={inNumbers ? t('dashboard.seeChart') : t('dashboard.seeTable')}
          aria-pressed={inNumbers}
          onClick={() => setInNumbers(!inNumbers)}
        >
          {inNumbers ? (
            <IconChartBar size={20} stroke={1.8} aria-hidden="true" />
          ) : (
            <IconTable size={20} stroke={1.8} aria-hidden="true" />
          )}
        </IconButton>
      </header>
      {inNumbers ? table : chart}
      {legend && !inNumbers ? (
        <p className={c.legend}>
          <span>
            <i />
            {legend.now}
          </span>
          {legend.before ? (
            <span>
              <i data-before />
              {legend.before}
            </span>
          ) : null}
          {legend.partial ? (
            <span>
              <i data-partial />
              {legend.partial}
            </span>
          ) : null}
          {legend.line ? (
            <span>
              <i data-line />
              {legend.line}
            </span>
          ) : null}
        </p>
      ) : null}
    </Card>
  )
}
