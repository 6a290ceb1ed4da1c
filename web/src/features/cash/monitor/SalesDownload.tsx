import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { readSpan } from '../../../ui/dates/periods'
import { fileQuery } from '../../../ui/fileQuery'
import { businessDay } from '../../../ui/format'
import { useListState } from '../../../ui/list/useList'
import { FileMenu } from '../../../widgets/sheets/FileMenu'
import { filterNames, salesQueryOf } from './queries'

/** Downloads the sales as a file, with the filters below. */
export function SalesDownload() {
  const { t } = useTranslation()
  const [state] = useListState(filterNames)
  const span = readSpan(useSearchParams()[0], businessDay(Date.now()), 'today')
  return (
    <FileMenu
      name={t('monitor.sales')}
      path="/cash-movements-sale-billing/file"
      query={fileQuery(salesQueryOf(state, span))}
      words={(format) => ({
        label: t(`report.file.${format}.label`),
        text: t(`report.file.${format}.text`),
      })}
    />
  )
}
