import { useTranslation } from 'react-i18next'
import type { ReportCell, ReportTable } from '../../../api/model'
import { number } from '../../../i18n/region'
import { Empty } from '../../../ui/LoadState'
import { Card } from '../../../ui/OfficePage'
import { usePhone } from '../../../ui/viewport'
import { FiguresTable } from '../parts/FiguresTable'
import { cellText, mainColumn } from './cells'

/* A browser shows so many rows with ease; the file has all. */
const most = 500

interface Row {
  at: number
  cells: ReportCell[]
}

/** Shows the table of any report with its total and its notes. */
export function AnyTable({ table }: { table: ReportTable }) {
  const { t } = useTranslation()
  const phone = usePhone()
  if (table.rows.length === 0) {
    return (
      <Card>
        <Empty title={t('anyReport.empty')} text={t('anyReport.emptyText')} />
      </Card>
    )
  }
  const main = mainColumn(table)
  const rows: Row[] = table.rows.slice(0, most).map((cells, at) => ({ at, cells }))
  const cut =
    table.rows.length > most
      ? [t('anyReport.first', { shown: number(most), all: number(table.rows.length) })]
      : []
  return (
    <FiguresTable
      sideways
      title={table.title}
      what={table.columns[0]?.title || t('anyReport.row')}
      rows={rows}
      keyOf={(row) => String(row.at)}
      name={(row) => cellText(row.cells[0])}
      columns={table.columns.slice(1).map((column, before) => ({
        key: String(before),
        label: column.title,
        value: (row: Row) => cellText(row.cells[before + 1]),
        text: column.kind === 'TEXT',
        main: phone && before + 1 === main,
      }))}
      sum={
        table.total.length > 0
          ? { name: cellText(table.total[0]), row: { at: -1, cells: table.total } }
          : undefined
      }
      foot={[...cut, ...table.notes].join(' ') || undefined}
    />
  )
}
