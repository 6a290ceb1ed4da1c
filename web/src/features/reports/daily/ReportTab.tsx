import { Button, NativeSelect } from '@mantine/core'
import { IconEyeOff, IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { errorText, isApiError } from '../../../api/errors'
import type { DailyReport } from '../../../api/model'
import { openPdf } from '../../../api/pdf'
import { useCycles } from '../../../data/cash/queries'
import { amount, centimos, dateTime, money, quantity } from '../../../ui/format'
import { KpiStrip } from '../../../ui/KpiStrip'
import { Empty, Failed, Loading } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { showToast } from '../../../ui/toasts'
import { useWrite } from '../../../ui/useWrite'
import { useDailyReport } from './queries'
import c from './ReportTab.module.css'

/** Shows a session's sales in figures and tables, printed and as a PDF. */
export default function ReportTab() {
  return <SessionReport />
}

/** Shows a session's report; with `reading` that of any session, the latest first, and nothing is printed. */
export function SessionReport({ reading }: { reading?: boolean }) {
  const { t } = useTranslation()
  const [cycle, setCycle] = useState<number | null>(null)
  const cycles = useCycles({ page: 1 })
  const latest = reading ? (cycles.data?.rows[0]?.id ?? null) : null
  const report = useDailyReport(cycle ?? latest, !reading || latest !== null)
  const none = isApiError(report.error) && report.error.code === 'no_open_cycle'
  return (
    <div className={c.page} data-reading={reading || undefined}>
      <div className={c.bar}>
        <NativeSelect
          className={c.which}
          aria-label={t('report.which')}
          value={cycle ?? latest ?? ''}
          onChange={(event) => setCycle(event.target.value ? Number(event.target.value) : null)}
        >
          {reading ? null : <option value="">{t('report.own')}</option>}
          {cycles.data?.rows.map((each) => (
            <option key={each.id} value={each.id}>
              {dateTime(each.opened_at)} · {each.cashbox_name} · {each.user_name}
            </option>
          ))}
        </NativeSelect>
        {report.data ? <Papers cycle={report.data.cycle.id} reading={reading} /> : null}
      </div>
      {report.data ? (
        <Report report={report.data} />
      ) : none || (reading && cycles.data?.rows.length === 0) ? (
        <Empty title={t('report.noCycle')} text={t('report.noCycleText')} />
      ) : report.error ? (
        <Failed title={t('report.failed')} error={report.error} onRetry={() => void report.refetch()} />
      ) : (
        <Loading label={t('report.loading')} rows={4} height={96} />
      )}
    </div>
  )
}

function Papers({ cycle, reading }: { cycle: number; reading?: boolean }) {
  const { t } = useTranslation()
  const print = useWrite(
    (_: null, key) =>
      write('POST', '/pos-options/daily-report/print', key, {
        cashbox_cycle_id: cycle,
      }),
    {
      failed: t('report.printFailed'),
      onSuccess: (done) => {
        if (done.print_job_id) showToast('success', t('report.printed'))
        else showToast('warning', done.warnings.join(' '))
      },
    },
  )
  const pdf = () =>
    openPdf('/pos-options/daily-report/pdf', { cashbox_cycle_id: cycle }).catch((error) =>
      showToast('danger', t('payments.pdfFailed'), errorText(error)),
    )
  return (
    <>
      <Button
        variant="default"
        className={c.key}
        leftSection={<IconFileTypePdf size={20} stroke={1.9} aria-hidden="true" />}
        onClick={() => void pdf()}
      >
        {t('payments.pdf')}
      </Button>
      {reading ? null : (
        <Button
          className={c.key}
          loading={print.isPending}
          leftSection={<IconPrinter size={20} stroke={1.9} aria-hidden="true" />}
          onClick={() => print.mutate(null)}
        >
          {t('report.print')}
        </Button>
      )}
    </>
  )
}

function Report({ report }: { report: DailyReport }) {
  const { t } = useTranslation()
  const rest = report.other_products
  return (
    <>
      <Figures report={report} />
      <div className={c.grid}>
        <Table
          title={t('report.documents')}
          rows={report.documents.map((d) => [`${d.name} (${d.count})`, d.total])}
        />
        <Methods methods={report.methods} />
        <Table
          title={t('report.channels')}
          rows={report.channels.map((each) => [
            `${t(`report.channel.${each.kind as 'TABLE' | 'ORDER' | 'DELIVERY' | 'APP'}`)} (${each.count})`,
            each.total,
          ])}
        />
        <Others report={report} />
        <Table
          title={t('report.products')}
          rows={[
            ...report.products.map(
              (each): Row => [
                each.name ? `${quantity(each.quantity)} ${each.name}` : t('report.byAmount'),
                each.total,
              ],
            ),
            ...(rest.count > 0
              ? [[t('report.otherProducts', { count: rest.count }), rest.total] as Row]
              : []),
          ]}
        />
        {report.refunds.length > 0 ? (
          <Table
            title={t('report.refunds')}
            rows={report.refunds.map((each) => [
              each.document,
              each.total,
              `${each.reason} · ${each.user_name}`,
            ])}
          />
        ) : null}
      </div>
    </>
  )
}

function Figures({ report }: { report: DailyReport }) {
  const { t } = useTranslation()
  return (
    <KpiStrip
      items={[
        { label: t('report.total'), value: money(centimos(report.total)), note: report.cycle.cashbox_name },
        { label: t('report.tickets'), value: String(report.tickets) },
        { label: t('report.average'), value: money(centimos(report.average)) },
        {
          label: t('report.refunded'),
          value: money(centimos(report.refunded)),
          note: t('report.refundCount', { count: report.refunds.length }),
        },
      ]}
    />
  )
}

/** Shows what each way of paying took; without them, the drawer is still to be counted blind. */
function Methods({ methods }: Pick<DailyReport, 'methods'>) {
  const { t } = useTranslation()
  if (!methods)
    return (
      <Card padded label={t('report.methods')}>
        <h2 className={c.title}>{t('report.methods')}</h2>
        <p className={c.blind}>
          <IconEyeOff size={20} stroke={1.8} aria-hidden="true" />
          {t('report.blind')}
        </p>
      </Card>
    )
  return (
    <Table
      title={t('report.methods')}
      rows={methods.map((m) => [
        m.name,
        m.net,
        centimos(m.turned) || centimos(m.refunds)
          ? t('report.madeOf', {
              received: amount(centimos(m.received)),
              turned: amount(centimos(m.turned)),
              refunds: amount(centimos(m.refunds)),
            })
          : undefined,
      ])}
    />
  )
}

/** Shows what was given away, taken back, or rounded. */
function Others({ report }: { report: DailyReport }) {
  const { t } = useTranslation()
  const given = [
    ['discounts', report.discounts],
    ['courtesies', report.courtesies],
    ['dismissals', report.dismissals],
    ['voids', report.voids],
  ] as const
  return (
    <Table
      title={t('report.others')}
      rows={[
        ...given.map(([name, each]) => [`${t(`report.${name}`)} (${each.count})`, each.total] as Row),
        [t('report.tips'), report.tips],
        ...(centimos(report.rounding) ? [[t('report.rounding'), report.rounding] as Row] : []),
      ]}
    />
  )
}

type Row = [name: string, total: string, note?: string]

function Table({ title, rows }: { title: string; rows: Row[] }) {
  const { t } = useTranslation()
  return (
    <Card padded label={title}>
      <h2 className={c.title}>{title}</h2>
      {rows.length === 0 ? <p className={c.blind}>{t('report.nothing')}</p> : null}
      <table className={c.table}>
        <tbody>
          {rows.map(([name, total, note]) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {note ? <small>{note}</small> : null}
              </th>
              <td>{amount(centimos(total))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
