/** These are the values of a printer's form. */
import type { PrintChoice, Printer, PrinterKind } from '../../api/model'

export type PrinterBody = {
  name: string
  agent_id: number | null
  type: PrinterKind
  address: string
  kind: Printer['kind']
  size: '80' | '58'
  label_size: Printer['label_size']
  labels_tables: boolean
  labels_take_away: boolean
  labels_delivery: boolean
  profile: string
  stand_in_id: number | null
  /** Seconds as typed. */
  stand_in_after_s: string
  print_command: PrintChoice
  print_pre_account: PrintChoice
  print_receipt: PrintChoice
  opens_drawer: boolean
  status: 'ACTIVE' | 'INACTIVE'
  production_area_ids: number[]
  cashbox_ids: number[]
}

export const kinds: PrinterKind[] = ['NETWORK', 'USB', 'SERIAL', 'SPOOLER', 'VIRTUAL']
export const documents = ['print_command', 'print_pre_account', 'print_receipt'] as const
export const media: Printer['kind'][] = ['TICKET', 'LABEL']
export const labelSizes: Printer['label_size'][] = ['50x30', '40x30']
export const labelled = ['labels_take_away', 'labels_delivery', 'labels_tables'] as const
/** The profile with which a printer of each kind begins. */
export const usualProfile = { TICKET: 'generic', LABEL: 'tspl' } as const
export const choices: PrintChoice[] = ['PRINT', 'PDF', 'NONE']

/** Returns the first values of the form, for a printer or a new one. */
export const printerFormValues = (
  printer: Printer | null,
  onlyAgent: number | null,
  usual: PrinterKind,
): PrinterBody => ({
  name: printer?.name ?? '',
  agent_id: printer ? (printer.agent_id ?? null) : onlyAgent,
  type: printer?.type ?? usual,
  address: printer?.address ?? '',
  kind: printer?.kind ?? 'TICKET',
  size: printer?.size ?? '80',
  label_size: printer?.label_size ?? '50x30',
  labels_tables: printer?.labels_tables ?? false,
  labels_take_away: printer?.labels_take_away ?? true,
  labels_delivery: printer?.labels_delivery ?? true,
  profile: printer?.profile ?? 'generic',
  stand_in_id: printer?.stand_in_id ?? null,
  stand_in_after_s: String(printer?.stand_in_after_s ?? 30),
  print_command: printer?.print_command ?? 'PRINT',
  print_pre_account: printer?.print_pre_account ?? 'PRINT',
  print_receipt: printer?.print_receipt ?? 'PRINT',
  opens_drawer: printer?.opens_drawer ?? false,
  status: printer?.status ?? 'ACTIVE',
  production_area_ids: printer?.production_area_ids ?? [],
  cashbox_ids: printer?.cashbox_ids ?? [],
})

/**
 * Returns the body for the server: a virtual printer has no address, and one that becomes virtual needs no agent; it keeps the
 * one it has. A printer of labels belongs to no cash box.
 */
export const printerBody = (form: PrinterBody, printer: Printer | null) => ({
  ...form,
  name: form.name.trim(),
  address: form.type === 'VIRTUAL' ? '' : form.address.trim(),
  agent_id: form.type === 'VIRTUAL' && printer?.type !== 'VIRTUAL' ? null : form.agent_id,
  cashbox_ids: form.kind === 'LABEL' ? [] : form.cashbox_ids,
  stand_in_after_s: Number.parseInt(form.stand_in_after_s || '0', 10),
})
