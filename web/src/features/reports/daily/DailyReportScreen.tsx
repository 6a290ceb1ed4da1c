import { useTranslation } from 'react-i18next'
import { OfficePage } from '../../../ui/OfficePage'
import { SessionReport } from './ReportTab'

/** Shows what each cash session sold, to be read and kept as a PDF. */
export function DailyReportScreen() {
  const { t } = useTranslation()
  return (
    <OfficePage title={t('accounting.report')} summary={t('accounting.reportText')}>
      <SessionReport reading />
    </OfficePage>
  )
}
