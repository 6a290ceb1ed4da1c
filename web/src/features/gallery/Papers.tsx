import { useTranslation } from 'react-i18next'
import type { PaperLine } from '../../api/model'
import { Paper } from '../../ui/Paper'
import c from './GalleryScreen.module.css'

/* The server's own tests of its printed documents write these files (GOLDEN=write), so they are the real ones. */
const files = import.meta.glob<PaperLine[]>('./tickets/*.json', { eager: true, import: 'default' })

const order = [
  'command',
  'command_allergy',
  'reprint',
  'cancellation',
  'table_change',
  'pre_bill',
  'nota_venta',
  'boleta',
  'factura',
  'promotion',
  'whole',
  'part',
  'collection',
  'opening',
  'arqueo',
  'arqueo_debts',
  'daily',
  'daily_open',
] as const

/** Shows each kind of printed document in 80 mm, of an evening that never was. */
export function Papers() {
  const { t } = useTranslation()
  return (
    <div className={c.papers}>
      {order.map((name) => {
        const lines = files[`./tickets/${name}.json`]
        return lines ? (
          <figure key={name}>
            <figcaption>{t(`gallery.paper.${name}`)}</figcaption>
            <Paper lines={lines} columns={48} label={t(`gallery.paper.${name}`)} />
          </figure>
        ) : null
      })}
    </div>
  )
}
