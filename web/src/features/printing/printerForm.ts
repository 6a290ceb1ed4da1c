/** These are the values of a printer's form. */
import type { PrintChoice, Printer, PrinterKind } from '../../api/model'

export type PrinterBody = {
  name: string
  agent_id: number | null
  type: PrinterKind
  address: string
  size: '80' | '58'
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
  size: printer?.size ?? '80',
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

/** Returns the body for the server: a virtual printer has no address and needs no agent. */
export const printerBody = (form: PrinterBody) => ({
  ...form,
  name: form.name.trim(),
  address: form.type === 'VIRTUAL' ? '' : form.address.trim(),
  agent_id: form.type === 'VIRTUAL' ? null : form.agent_id,
  stand_in_after_s: Number.parseInt(form.stand_in_after_s || '0', 10),
})
