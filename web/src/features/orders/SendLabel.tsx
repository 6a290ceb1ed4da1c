import { IconPrinterOff } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { areaCounts, fitsIn } from '../../data/orders/account'
import { usePrintedAreas } from '../../data/printing/areas'
import c from './Account.module.css'
import type { ShownLine } from './taps'
import type { OrderScreenState } from './useOrderScreen'

/** The label of the send button: "Enviar: 3 Cocina · 2 Bar", with a mark where nobody prints. */
export function SendLabel({ work }: { work: OrderScreenState }) {
  const { t } = useTranslation()
  const { unsent } = work.taps
  if (!work.online) return t('orders.offline')
  if (unsent.length === 0) return t('orders.nothingToSend')
  if (areaCounts(unsent).length === 0) return t('orders.sendPlain')
  return (
    <span>
      {t('orders.send')} <AreaList unsent={unsent} room={26} />
    </span>
  )
}

/** Shows "3 Cocina · 2 Bar"; where there is room for fewer letters, "5 a 3 áreas". */
export function AreaList({ unsent, room }: { unsent: ShownLine[]; room: number }) {
  const { t } = useTranslation()
  const printed = usePrintedAreas()
  const areas = areaCounts(unsent)
  if (!fitsIn(areas, room)) {
    const pieces = areas.reduce((sum, area) => sum + area.pieces, 0)
    return (
      <>
        {t('orders.toAreas', { pieces, count: areas.length })}
        {printed && areas.some((area) => !printed.has(area.id)) ? <NoPrinter /> : null}
      </>
    )
  }
  return areas.map((area, index) => (
    <Fragment key={area.id}>
      {index > 0 ? ' · ' : ''}
      {area.pieces} {area.name}
      {printed && !printed.has(area.id) ? <NoPrinter /> : null}
    </Fragment>
  ))
}

function NoPrinter() {
  const { t } = useTranslation()
  return (
    <span className={c.mark} title={t('orders.noPrinterMark')}>
      <IconPrinterOff size={18} stroke={2} aria-hidden="true" />
      <span className="sr"> {t('orders.noPrinterMark')}</span>
    </span>
  )
}

/** Warns before sending that nothing is printed for these areas. */
export function UnprintedAreas({ unsent }: { unsent: ShownLine[] }) {
  const { t } = useTranslation()
  const printed = usePrintedAreas()
  const missing = areaCounts(unsent).filter((area) => printed && !printed.has(area.id))
  if (missing.length === 0) return null
  return (
    <p className={c.unprinted}>
      <IconPrinterOff size={18} stroke={2} aria-hidden="true" />
      {t('orders.noPrinter', { area: missing.map((area) => area.name).join(', ') })}
    </p>
  )
}
