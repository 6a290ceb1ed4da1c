import { Button } from '@mantine/core'
import { IconFileText, IconPencil, IconPrinter, IconReceipt2, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Printer } from '../../api/model'
import { printerState } from '../../data/printing/state'
import { popItem } from '../../ui/PopMenu'
import { RowMenu } from '../../ui/RowMenu'
import { StatePill } from '../../ui/StatePill'
import c from './PrinterTable.module.css'
import { usePrinterFacts } from './usePrinterFacts'

interface Props {
  rows: Printer[]
  now: number
  testing: number | null
  onTest: (printer: Printer) => void
  onEdit: (printer: Printer) => void
  onDelete: (printer: Printer) => void
}

export function PrinterTable(props: Props) {
  const { t } = useTranslation()
  return (
    <table className={c.table}>
      <thead>
        <tr>
          <th scope="col">{t('printing.printer')}</th>
          <th scope="col" className={c.wide}>
            {t('printing.prints')}
          </th>
          <th scope="col">{t('printing.stateColumn')}</th>
          <th scope="col" className={c.wide}>
            {t('printing.lastJob')}
          </th>
          <th scope="col">
            <span className="sr">{t('printing.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((printer) => (
          <Row key={printer.id} printer={printer} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ printer, now, testing, onTest, ...rest }: Props & { printer: Printer }) {
  const { t } = useTranslation()
  const state = printerState(printer)
  const facts = usePrinterFacts(printer, now)
  const Glyph = printer.type === 'VIRTUAL' ? IconFileText : IconPrinter
  return (
    <tr>
      <td>
        <span className={c.printer}>
          <span className={c.icon} data-tone={state.tone}>
            <Glyph size={22} stroke={1.8} aria-hidden="true" />
          </span>
          <span className={c.two}>
            <b>{printer.name}</b>
            <span>{facts.connection}</span>
          </span>
        </span>
      </td>
      <td className={c.wide}>
        <span className={c.two}>
          <b>{facts.prints}</b>
          <span>{facts.paper}</span>
        </span>
      </td>
      <td>
        <span className={c.two}>
          <StatePill tone={state.tone} icon={state.icon} label={t(`printing.state.${state.name}`)} />
          {facts.state ? <span>{facts.state}</span> : null}
        </span>
      </td>
      <td className={c.wide}>
        <span className={c.two}>
          <b>{facts.lastJob}</b>
          {facts.lastJobEnd ? <span>{facts.lastJobEnd}</span> : null}
        </span>
      </td>
      <td>
        <span className={c.actions}>
          <Button
            variant="default"
            className={c.test}
            disabled={state.name === 'offline' || state.name === 'inactive'}
            loading={testing === printer.id}
            aria-label={t('printing.testOf', { name: printer.name })}
            onClick={() => onTest(printer)}
          >
            {t('printing.test')}
          </Button>
          <Actions printer={printer} onTest={onTest} onEdit={rest.onEdit} onDelete={rest.onDelete} />
        </span>
      </td>
    </tr>
  )
}

type MenuProps = Pick<Props, 'onTest' | 'onEdit' | 'onDelete'> & { printer: Printer }

function Actions({ printer, onTest, onEdit, onDelete }: MenuProps) {
  const { t } = useTranslation()
  return (
    <RowMenu label={t('printing.actionsOf', { name: printer.name })}>
      {printer.type === 'VIRTUAL' ? (
        <Link to={`/printers/${printer.id}/paper`} className={popItem}>
          <IconReceipt2 size={20} stroke={1.8} aria-hidden="true" />
          {t('printing.seePaper')}
        </Link>
      ) : null}
      <button type="button" className={popItem} onClick={() => onTest(printer)}>
        <IconPrinter size={20} stroke={1.8} aria-hidden="true" />
        {t('printing.paper.test')}
      </button>
      <button type="button" className={popItem} onClick={() => onEdit(printer)}>
        <IconPencil size={20} stroke={1.8} aria-hidden="true" />
        {t('printing.edit')}
      </button>
      <button type="button" className={popItem} onClick={() => onDelete(printer)}>
        <IconTrash size={20} stroke={1.8} aria-hidden="true" />
        {t('printing.remove')}
      </button>
    </RowMenu>
  )
}
