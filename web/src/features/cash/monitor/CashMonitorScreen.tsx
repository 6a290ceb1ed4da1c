import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SoldDocument } from '../../../api/model'
import { may } from '../../../session/permissions'
import { useUser } from '../../../session/session'
import { clock, longDate } from '../../../ui/format'
import { useNow } from '../../../ui/now'
import { OfficePage } from '../../../ui/OfficePage'
import c from './Monitor.module.css'
import { SaleList } from './SaleList'
import { SalesDownload } from './SalesDownload'
import { ToCollectCard } from './ToCollectCard'
import { VoidSale } from './VoidSale'

const DocumentSheet = lazy(async () => ({
  default: (await import('../../billing/DocumentSheet')).DocumentSheet,
}))

/** Shows the unpaid accounts and the sales: both follow the tills by themselves. */
export function CashMonitorScreen() {
  const { t } = useTranslation()
  const now = useNow()
  const [document, setDocument] = useState<number | null>(null)
  const [documents, setDocuments] = useState<number[]>([])
  const [voiding, setVoiding] = useState<SoldDocument | null>(null)
  const open = (id: number, rows: SoldDocument[]) => {
    setDocuments([...new Set(rows.map((row) => row.billing_id))])
    setDocument(id)
  }
  return (
    <OfficePage
      title={t('monitor.title')}
      summary={t('monitor.text', { day: longDate(now), time: clock(now) })}
      actions={may(useUser(), 'see_reports') ? <SalesDownload /> : null}
    >
      <div className={c.columns} data-open={document !== null || undefined}>
        <ToCollectCard />
        <SaleList opened={document} onOpen={open} onVoid={setVoiding} />
        {document === null ? null : (
          <Suspense fallback={null}>
            <DocumentSheet
              key={document}
              id={document}
              ids={documents}
              onOpen={setDocument}
              onClose={() => setDocument(null)}
            />
          </Suspense>
        )}
      </div>
      {voiding ? <VoidSale key={voiding.billing_id} sale={voiding} onClose={() => setVoiding(null)} /> : null}
    </OfficePage>
  )
}
