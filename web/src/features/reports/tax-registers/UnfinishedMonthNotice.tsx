import { IconClockHour4 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { monthText } from '../../../ui/dates/months'
import { textOf, type YearMonth } from './months'
import c from './Register.module.css'

/** Says that the files of a month that has not ended hold what there is until today. */
export function UnfinishedMonthNotice({ month }: { month: YearMonth }) {
  const { t } = useTranslation()
  return (
    <p className={c.notice}>
      <IconClockHour4 size={20} stroke={2} aria-hidden="true" />
      {t('register.notOver', { month: monthText(textOf(month)) })}
    </p>
  )
}
