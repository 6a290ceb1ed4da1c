import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { write } from '../../api/client'
import type { Company } from '../../api/model'
import { useTaxZones } from '../../data/settings/queries'
import { quantity, today } from '../../ui/format'
import { DatedChangeDialog } from './DatedChangeDialog'
import { DatedChangesCard } from './DatedChangesCard'
import c from './Settings.module.css'

const names = { true: 'company.jungle', false: 'company.noJungle' } as const
/** A choice made before the first document begins on this day. */
const always = '2000-01-01'

/** Says whether sales are taxed, by the day on which that begins, and with which rate today. */
export function TaxesCard({ company }: { company: Company }) {
  const { t } = useTranslation()
  const zones = useTaxZones()
  const wanted = zones.data?.rows[0]?.is_jungle ? 'out' : 'in'
  return (
    <DatedChangesCard
      title={t('company.taxes')}
      text={
        <>
          {company.is_jungle
            ? t('company.jungleText')
            : t('company.igvNow', { percent: quantity(company.igv) })}{' '}
          <Link className={c.link} to="/global">
            {t('company.igvChange')}
          </Link>
        </>
      }
      changes={zones}
      failedTitle={t('company.zonesFailed')}
      firstName={t('company.noJungle')}
      nameOf={(zone) => t(names[`${zone.is_jungle}`])}
      isUndated={(zone) => zone.valid_from === always}
      path="/tax-zones"
      action={t(`company.zoneTo.${wanted}`)}
      dialog={(close) => (
        <DatedChangeDialog
          title={t(`company.zoneTo.${wanted}`)}
          text={t(`company.zoneWarning.${wanted}`)}
          action={t('company.zoneChange')}
          start={today()}
          save={(valid_from, key) =>
            write('POST', '/tax-zones', key, { valid_from, is_jungle: wanted === 'in' })
          }
          onClose={close}
        />
      )}
    />
  )
}
