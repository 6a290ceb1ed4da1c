import { useTranslation } from 'react-i18next'
import { write } from '../../api/client'
import type { Agent, Printer } from '../../api/model'
import { cashKeys } from '../../data/cash/keys'
import { printingKeys } from '../../data/printing/keys'
import { settingsKeys } from '../../data/settings/keys'
import { FormDrawer } from '../../ui/form/FormDrawer'
import { PrinterFields } from './PrinterFields'
import { type PrinterBody, printerBody, printerFormValues } from './printerForm'
import { useUsualType } from './queries'

interface Props {
  /** The printer to edit; null makes a new one. */
  printer: Printer | null
  printers: Printer[]
  agents: Agent[]
  onClose: () => void
}

export function PrinterDrawer({ printer, ...rest }: Props) {
  const usual = useUsualType(printer === null)
  // A new one begins with the usual type of the company; the form waits for that answer.
  if (!printer && usual.isPending) return null
  return <Drawer printer={printer} usual={usual.data ?? 'NETWORK'} {...rest} />
}

function Drawer({ printer, printers, agents, usual, onClose }: Props & { usual: PrinterBody['type'] }) {
  const { t } = useTranslation()
  // With a single agent there is nothing to choose.
  const onlyAgent = agents.length === 1 ? (agents[0]?.id ?? null) : null
  return (
    <FormDrawer
      title={printer ? t('printing.form.titleEdit') : t('printing.form.titleNew')}
      note={printer?.name}
      entity={{ name: t('printing.form.entity'), feminine: true }}
      isNew={printer === null}
      start={printerFormValues(printer, onlyAgent, usual)}
      save={(values, key) =>
        printer
          ? write('PUT', `/printers/${printer.id}`, key, printerBody(values, printer))
          : write('POST', '/printers', key, printerBody(values, printer))
      }
      nameOf={(values) => values.name}
      stale={[printingKeys.all, cashKeys.cashboxes, settingsKeys.firstUse]}
      onClose={onClose}
    >
      {(form) => (
        <PrinterFields
          type={form.getValues().type}
          agents={agents}
          others={printers.filter((other) => other.id !== printer?.id)}
        />
      )}
    </FormDrawer>
  )
}
