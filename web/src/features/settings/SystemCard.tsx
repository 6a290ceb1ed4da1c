import { useTranslation } from 'react-i18next'
import type { Company } from '../../api/model'
import { Card } from '../../ui/OfficePage'
import c from './Settings.module.css'

/** Shows the operator's settings, for users who have to tell them to somebody. */
export function SystemCard({ company }: { company: Company }) {
  const { t } = useTranslation()
  return (
    <Card padded label={t('company.technical')}>
      <div className={c.head}>
        <div>
          <h2>{t('company.technical')}</h2>
          <p>{t('company.domainText')}</p>
        </div>
      </div>
      <dl className={c.facts}>
        <div>
          <dt>{t('company.domain')}</dt>
          <dd>{company.domain ?? t('company.domainNone')}</dd>
        </div>
        <div>
          <dt>{t('company.channel')}</dt>
          <dd>{company.uuid_channel}</dd>
        </div>
      </dl>
    </Card>
  )
}
