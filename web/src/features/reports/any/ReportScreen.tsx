import { Button, Select } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Report, ReportTable } from '../../../api/model'
import type { PathOf } from '../../../api/paths'
import { useReports, useReportTable } from '../../../data/reports/all'
import { DateInput } from '../../../ui/dates/DateInput'
import { lastMonths, monthText } from '../../../ui/dates/months'
import { reportPresets } from '../../../ui/dates/periods'
import { businessDay } from '../../../ui/format'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Card, OfficePage } from '../../../ui/OfficePage'
import { useAddress } from '../../../ui/useAddress'
import { PeriodChip, PeriodDays } from '../../../widgets/period/PeriodChip'
import { FileMenu } from '../../../widgets/sheets/FileMenu'
import page from '../parts/ReportPage.module.css'
import { readReport } from '../parts/reportFilters'
import { AnyTable } from './AnyTable'
import { askedOf, dayOf, monthOf } from './asked'
import c from './Reports.module.css'

/* The months that are offered. */
const offered = 24

/** Shows any report as its table, from what the server says of it. */
export function ReportScreen() {
  const { t } = useTranslation()
  const { key } = useParams()
  const reports = useReports()
  const report = reports.data?.find((each) => each.key === key)
  if (report) return <Shown key={report.key} report={report} />
  return (
    <OfficePage title={t('anyReport.title')}>
      {reports.isSuccess ? (
        <Card>
          <Empty title={t('anyReport.unknown')} text={t('anyReport.unknownText')}>
            <Button component={Link} to="/reports" variant="default">
              {t('anyReport.back')}
            </Button>
          </Empty>
        </Card>
      ) : (
        <Waiting found={reports} />
      )}
    </OfficePage>
  )
}

function Shown({ report }: { report: Report }) {
  const { t } = useTranslation()
  const [params] = useAddress()
  const today = businessDay(Date.now())
  const asked = askedOf(report, params, today)
  const found = useReportTable(report, asked)
  const table = found.data
  return (
    <OfficePage
      title={report.title}
      back={{ to: '/reports', label: t('anyReport.back') }}
      summary={table?.lines.slice(1).join('. ')}
      actions={
        report.input === 'ONE' ? null : (
          <FileMenu
            name={table && report.title}
            path={report.file as PathOf<'GET'>}
            query={asked}
            words={(format) => ({
              label: t(`report.file.${format}.label`),
              text: t(`report.file.${format}.text`),
            })}
          />
        )
      }
    >
      <Input report={report} today={today} />
      {report.input === 'ONE' ? (
        <Card>
          <Empty title={t('anyReport.own')} text={t('anyReport.ownText')}>
            <Button component={Link} to={report.screen ?? '/reports'} variant="default">
              {t('anyReport.open', { title: report.title })}
            </Button>
          </Empty>
        </Card>
      ) : table ? (
        <div className={page.report} data-stale={found.isPlaceholderData || undefined}>
          <AnyTable table={table} />
        </div>
      ) : (
        <Waiting found={found} />
      )}
    </OfficePage>
  )
}

function Waiting({ found }: { found: UseQueryResult<ReportTable | Report[]> }) {
  const { t } = useTranslation()
  return found.isError ? (
    <Card>
      <Failed title={t('report.failed')} error={found.error} onRetry={() => void found.refetch()} />
    </Card>
  ) : (
    <Loading label={t('report.loading')} rows={4} height={120} />
  )
}

/** Asks for what the report is about: days, a month, a day, or nothing. */
function Input({ report, today }: { report: Report; today: string }) {
  const { t } = useTranslation()
  const [params, change] = useAddress()
  switch (report.input) {
    case 'DAYS': {
      const { preset, asked } = readReport(params, today, [])
      const span = { preset, from: asked.start_date, to: asked.end_date }
      return (
        <div className={page.filters} data-days={preset === 'range' || undefined}>
          <PeriodChip span={span} today={today} offered={reportPresets} onChange={change} />
          {preset === 'range' ? <PeriodDays span={span} onChange={change} /> : null}
        </div>
      )
    }
    case 'MONTH':
      return (
        <div className={c.input}>
          <Select
            aria-label={t('anyReport.month')}
            size="lg"
            allowDeselect={false}
            data={lastMonths(today, offered).map((value) => ({ value, label: monthText(value) }))}
            value={monthOf(params, today)}
            onChange={(month) => change({ month })}
          />
        </div>
      )
    case 'DAY':
      return (
        <div className={c.input}>
          <DateInput
            label={t('anyReport.day')}
            value={dayOf(params)}
            max={today}
            now={today}
            onChange={(day) => change({ day })}
          />
        </div>
      )
    default:
      return null
  }
}
