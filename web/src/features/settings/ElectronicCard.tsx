import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Company } from '../../api/model'
import { useCompany } from '../../data/settings/company'
import { Card } from '../../ui/OfficePage'
import c from './Settings.module.css'

/** Says whether documents are electronic, and links to where that is set up. */
export function ElectronicCard({ company }: { company: Company }) {
  const { t } = useTranslation()
  const isDemo = useCompany().data?.is_billing_demo
  return (
    <Card padded label={t('company.electronic')}>
      <header className={c.head}>
        <div>
          <h2>{t('company.electronic')}</h2>
          <p>
            {t(
              `company.${isDemo ? 'electronicDemo' : company.is_electronic_invoice ? 'electronicOn' : 'electronicOff'}`,
            )}
          </p>
        </div>
        <Button variant="default" component={Link} to="/billing-config" className={c.instead}>
          {t('company.electronicSetup')}
        </Button>
      </header>
    </Card>
  )
}
