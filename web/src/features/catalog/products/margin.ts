import type { Decimal } from '../../../api/model'

/** `58.4` → `58 %`; nobody knows: a dash. */
export const percent = (text: Decimal | null | undefined) =>
  text == null ? '—' : `${Math.round(Number(text))} %`.replace('-', '−')
