import { useTranslation } from 'react-i18next'
import { useDocument } from '../../data/billing/queries'
import { Failed, Loading } from '../../ui/LoadState'
import { type InList, SideSheet } from '../../widgets/documents/SideSheet'
import { DocumentFacts } from './DocumentFacts'
import { DocumentFoot } from './DocumentFoot'

/** Shows a boleta, factura or nota de venta with its progress. */
export function DocumentSheet(props: InList) {
  const { t } = useTranslation()
  const found = useDocument(props.id)
  const document = found.data
  return (
    <SideSheet {...props} title={document?.full_number ?? ''} text={document?.name ?? ''}>
      {document ? (
        <>
          <DocumentFacts document={document} />
          <DocumentFoot document={document} onOpen={props.onOpen} />
        </>
      ) : found.error ? (
        <Failed title={t('documentSheet.failed')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Loading label={t('documentSheet.loading')} rows={4} height={64} />
      )}
    </SideSheet>
  )
}
