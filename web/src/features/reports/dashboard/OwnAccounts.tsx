import { useTranslation } from 'react-i18next'
import type { OwnNow } from '../../../api/model'
import { amount, centimos, minutes, minutesSince, money } from '../../../ui/format'
import { useNow } from '../../../ui/now'
import { Card } from '../../../ui/OfficePage'
import c from './Attention.module.css'
import { LinkIfAllowed } from './LinkIfAllowed'

/** Lists the accounts that the user attends, the longest open first, each with a link. */
export function OwnAccounts({ accounts, due }: { accounts: OwnNow['open']; due: string }) {
  const { t } = useTranslation()
  const now = useNow()
  const about = (account: OwnNow['open'][number]) =>
    [
      t('dashboard.openFor', { time: minutes(minutesSince(account.opened_at, now)) }),
      account.ready_count > 0 ? t('dashboard.ready', { count: account.ready_count }) : '',
      account.billed_at ? t('dashboard.billed') : '',
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Card padded label={t('dashboard.ownOpen')}>
      <h2 className={c.title}>
        {t('dashboard.ownOpen')}
        {accounts.length > 0 ? <span className={c.count}>{accounts.length}</span> : null}
      </h2>
      {accounts.length > 0 ? (
        <p className={c.say}>{t('dashboard.ownDue', { amount: money(centimos(due)) })}</p>
      ) : null}
      <ul className={c.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <LinkIfAllowed to={`/order/${account.id}`}>
              <span>
                {account.label}
                <small>{about(account)}</small>
              </span>
              <b>{amount(centimos(account.due))}</b>
            </LinkIfAllowed>
          </li>
        ))}
        {accounts.length === 0 ? <li className={c.calm}>{t('dashboard.noneOpen')}</li> : null}
      </ul>
    </Card>
  )
}
