import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { get } from '../../api/client'
import { settingsKeys } from '../../data/settings/keys'
import { Card } from '../../ui/OfficePage'
import { QrCode } from '../../ui/QrCode'
import c from './PhoneCard.module.css'

/** The tab's name in the address, to which the menu leads. */
export const phonePart = 'celular'

/** Says how phones of the restaurant reach this server, or what keeps them from it. */
export function PhoneCard() {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const address = useQuery({
    queryKey: settingsKeys.serverAddress,
    queryFn: ({ signal }) => get('/server-address', undefined, signal),
  }).data
  const wanted = hash === `#${phonePart}` && address !== undefined
  useEffect(() => {
    if (wanted) place.current?.scrollIntoView({ block: 'start' })
  }, [wanted])
  if (!address) return null
  return (
    <div ref={place} id={phonePart} className={c.place}>
      <Card padded label={t('phone.title')}>
        <div className={c.card}>
          {address.reachable ? (
            <div className={c.paper}>
              <QrCode className={c.qr} data={address.url} label={t('phone.qr')} />
            </div>
          ) : null}
          <div className={c.words}>
            <h2>{t('phone.title')}</h2>
            {address.reachable ? (
              <>
                <p>{t('phone.text')}</p>
                <a className={c.address} href={address.url}>
                  {address.url}
                </a>
              </>
            ) : (
              <>
                <p>
                  <b>{t('phone.onlyHere')}</b>
                </p>
                <p>{t('phone.onlyHereText')}</p>
                <code className={c.address}>--listen {address.listen_for_all}</code>
              </>
            )}
          </div>
        </div>
      </Card>
    </div>
  )
}
