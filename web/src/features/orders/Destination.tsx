import { IconBike, IconMapPin, IconPencil, IconPhone, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './Destination.module.css'
import type { OrderScreenState } from './useOrderScreen'

/** Shows who a take-away or a delivery is for and where it goes; a tap edits it. */
export function Destination({ work }: { work: OrderScreenState }) {
  const { t } = useTranslation()
  const { request } = work
  if (request.type === 'TABLE') return null
  const delivery = request.type === 'DELIVERY'
  const rows = [
    { icon: IconUser, text: request.client_name, missing: t('orders.details.noName') },
    { icon: IconPhone, text: request.phone, missing: t('orders.details.noPhone') },
    ...(delivery
      ? [
          {
            icon: IconMapPin,
            text: [request.direccion, request.referencia].filter(Boolean).join(' · '),
            missing: t('orders.details.noAddress'),
          },
          { icon: IconBike, text: request.repartidor, missing: t('orders.details.noCourier') },
        ]
      : []),
  ]
  return (
    <button
      type="button"
      className={c.destination}
      // The address of a delivery can still be changed after it is paid.
      disabled={work.closed && !delivery}
      onClick={() => {
        work.show.sheet(false)
        work.show.dialog('request')
      }}
    >
      <span className={c.rows}>
        {rows.map(({ icon: Glyph, text, missing }) => (
          <span key={missing} data-missing={!text || undefined}>
            <Glyph size={16} stroke={2} aria-hidden="true" />
            {text || missing}
          </span>
        ))}
      </span>
      <IconPencil size={18} stroke={1.9} aria-hidden="true" />
      <span className="sr">{t('orders.details.open')}</span>
    </button>
  )
}
