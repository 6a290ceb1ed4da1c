import type { TFunction } from 'i18next'
import { dayText } from '../../../ui/format'
import type { Sold } from './fold'

/** Formats a day: "16/11", with the year where it is another one than today's. */
export const lineDay = (day: string, today: string) =>
  day.slice(0, 4) === today.slice(0, 4) ? dayText(day).slice(0, 5) : dayText(day)

/** Returns the kinds of documents as text: "9 boletas, 5 facturas" */
export const soldText = ({ boletas, facturas, notas, open }: Sold, t: TFunction) =>
  [
    boletas ? t('kardex.boletas', { count: boletas }) : '',
    facturas ? t('kardex.facturas', { count: facturas }) : '',
    notas ? t('kardex.notas', { count: notas }) : '',
    open ? t('kardex.unpaid', { count: open }) : '',
  ]
    .filter(Boolean)
    .join(', ')
