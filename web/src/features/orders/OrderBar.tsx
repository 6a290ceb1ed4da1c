import { IconClock, IconSearch, IconUser, IconUsers, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ConnectionPill } from '../../ui/Connection'
import { minutes, minutesSince } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { useNow } from '../../ui/now'
import { SearchField } from '../../ui/SearchField'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { UserMenu } from '../../widgets/user-menu/UserMenu'
import type { OrderScreenState } from './useOrderScreen'

/** Shows the account's name and age, and the search; on a phone the search takes the whole bar. */
export function OrderBar({ work, phone }: { work: OrderScreenState; phone: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const { request } = work
  const field = (
    <SearchField
      ref={work.finding.ref}
      label={t('orders.search')}
      value={work.finding.term}
      autoFocus={phone}
      onChange={work.finding.setTerm}
      onKeyDown={work.finding.onKeyDown}
    />
  )
  if (phone && work.finding.open) {
    return (
      <TopBar
        left={field}
        right={
          <IconButton label={t('common.close')} onClick={work.finding.stop}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        }
      />
    )
  }
  return (
    <TopBar
      left={
        <BarTitle to="/pos" back={t('orders.back')} title={work.place.title} place={work.place.place}>
          {request.type === 'TABLE' ? (
            <span>
              <IconUsers size={14} aria-hidden="true" />
              {request.persons}
              <span className="sr"> {t('floor.persons', { count: request.persons })}</span>
            </span>
          ) : null}
          <span>
            <IconClock size={14} aria-hidden="true" />
            {minutes(minutesSince(request.opened_at, now))}
          </span>
          <span>
            <IconUser size={14} aria-hidden="true" />
            {request.user.name}
          </span>
        </BarTitle>
      }
      center={phone ? null : field}
      right={
        phone ? (
          <IconButton label={t('orders.search')} onClick={work.finding.start}>
            <IconSearch size={22} aria-hidden="true" />
          </IconButton>
        ) : (
          <>
            <ConnectionPill />
            <UserMenu />
          </>
        )
      }
    />
  )
}
