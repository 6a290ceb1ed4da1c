import { useTranslation } from 'react-i18next'
import type { OwnNow } from '../../../api/model'
import { amount, centimos, money } from '../../../ui/format'
import { Card } from '../../../ui/OfficePage'
import c from './Attention.module.css'

/** Shows today's tips by the way they were paid. */
export function Tips({ tips }: { tips: OwnNow['tips'] }) {
  const { t } = useTranslation()
  return (
    <Card padded label={t('dashboard.tips')}>
      <h2 className={c.title}>
        {t('dashboard.tips')}
        <b className={c.sum}>{money(centimos(tips.total))}</b>
      </h2>
      <ul className={c.list}>
        {tips.by_method.map((method) => (
          <li key={method.name}>
            <div className={c.row}>
              <span>{method.name}</span>
              <b>{amount(centimos(method.total))}</b>
            </div>
          </li>
        ))}
        {tips.by_method.length === 0 ? <li className={c.calm}>{t('dashboard.noTips')}</li> : null}
      </ul>
    </Card>
  )
}
