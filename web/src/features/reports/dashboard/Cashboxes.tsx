import { IconLock, IconLockOpen2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HouseNow } from '../../../api/model'
import { useUser } from '../../../session/session'
import { clock } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './Attention.module.css'
import { allowedPath } from './allowedPath'
import { LinkIfAllowed } from './LinkIfAllowed'

/** Lists the cash boxes that somebody works at. */
export function Cashboxes({ boxes }: { boxes: HouseNow['cashboxes'] }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <Card padded label={t('dashboard.cashboxes')}>
      <h2 className={c.title}>{t('dashboard.cashboxes')}</h2>
      <ul className={c.list}>
        {boxes.map((box) => (
          <li key={box.cycle_id}>
            <LinkIfAllowed to={allowedPath(user, `/cashbox-cycles/${box.cycle_id}/detail`)}>
              <IconLockOpen2 size={20} aria-hidden="true" />
              <span>
                {t('dashboard.cashbox', { name: box.name })}
                <small>
                  {t('dashboard.openBy', { name: box.user_name, time: clock(new Date(box.opened_at)) })}
                </small>
              </span>
            </LinkIfAllowed>
          </li>
        ))}
        {boxes.length === 0 ? (
          <li>
            <LinkIfAllowed to={allowedPath(user, '/cashbox-cycles')}>
              <IconLock size={20} aria-hidden="true" />
              <span>{t('dashboard.closedNow')}</span>
            </LinkIfAllowed>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}
