import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLocale, ownLocale } from '../../../i18n/locale'
import { isLocale } from '../../../i18n/region'
import { useUser } from '../../../session/session'
import { Card } from '../../../ui/OfficePage'
import c from '../ProfileScreen.module.css'

/** Chooses the Spanish that the user reads on this device; it takes effect at once. */
export function LocaleCard() {
  const { t } = useTranslation()
  const user = useUser()
  const [chosen, setChosen] = useState(() => ownLocale(user.id) ?? 'company')
  const choose = (value: string) => {
    setChosen(isLocale(value) ? value : 'company')
    void chooseLocale(user.id, isLocale(value) ? value : null)
  }
  return (
    <Card padded label={t('locale.title')}>
      <h2 className={c.title}>{t('locale.title')}</h2>
      <SegmentedControl
        withItemsBorders={false}
        aria-label={t('locale.title')}
        classNames={{ label: c.scheme }}
        value={chosen}
        onChange={choose}
        data={[
          { value: 'company', label: t('locale.company') },
          { value: 'es_pe', label: t('locale.es_pe') },
          { value: 'es_ar', label: t('locale.es_ar') },
        ]}
      />
      <p className={c.note}>{t('locale.text')}</p>
    </Card>
  )
}
