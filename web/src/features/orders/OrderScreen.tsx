import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isApiError } from '../../api/errors'
import { useCatalog, useRequest } from '../../data/orders/queries'
import { LostBar } from '../../ui/Connection'
import { Dialog } from '../../ui/Dialog'
import { Failed, Loading } from '../../ui/LoadState'
import { useLayer } from '../../ui/layers'
import { fetchParts } from '../../ui/lazyPart'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { Typing } from '../../ui/typed'
import { useMoving } from '../../ui/useMoving'
import { useUnsaved } from '../../ui/useUnsaved'
import { usePhone } from '../../ui/viewport'
import { AlarmBar } from '../../widgets/print-alarm/AlarmBar'
import { Account } from './Account'
import { AccountNotices } from './AccountNotices'
import { Allergy } from './allergy/Allergy'
import { CategoryList } from './CategoryList'
import { NoticeCard } from './NoticeCard'
import { OfflineAccountCard } from './OfflineAccountCard'
import { OrderBar } from './OrderBar'
import { OrderDialog } from './OrderDialog'
import { OrderPanel } from './OrderPanel'
import { OrderPeek } from './OrderPeek'
import c from './OrderScreen.module.css'
import { ProductGrid } from './ProductGrid'
import { useArrowKeys } from './useArrowKeys'
import { useFocusBack } from './useFocusBack'
import { type OrderScreenState, useOrderScreen } from './useOrderScreen'

export default function OrderScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().requestId)
  const request = useRequest(id)
  const catalog = useCatalog()
  const work = useOrderScreen(id, request.data, catalog.data)
  const failed = request.error ?? catalog.error
  if (work) return <Ready work={work} />
  return (
    <div className={c.screen}>
      <TopBar left={<BarTitle to="/pos" back={t('orders.back')} title={t('orders.loading')} />} />
      <LostBar />
      {failed ? (
        <>
          <Failed
            title={t('orders.failed')}
            error={failed}
            onRetry={() => {
              void request.refetch()
              void catalog.refetch()
            }}
          />
          {!request.data && isApiError(failed) && failed.unsure ? <OfflineAccountCard id={id} /> : null}
        </>
      ) : (
        <Loading label={t('orders.loading')} rows={4} height={156} />
      )}
    </div>
  )
}

function Ready({ work }: { work: OrderScreenState }) {
  const { t } = useTranslation()
  const phone = usePhone()
  const body = useRef<HTMLDivElement>(null)
  useArrowKeys(body)
  useFocusBack(work.view.panel, body)
  useLayer(work.finding.term || (phone && work.finding.open) ? work.finding.stop : null, { returns: false })
  const [typed, setTyped] = useState(false)
  const unsaved = useUnsaved(typed, 'drawer')
  const closePanel = () => unsaved.leave(work.show.closePanel)
  useLayer(work.view.panel && !phone ? closePanel : null)
  useEffect(fetchParts, [])
  // A phone that is turned shows it elsewhere.
  const panel = useMoving(
    <Typing value={{ leave: unsaved.leave, setTyped }}>
      <OrderPanel work={work} />
      {unsaved.question}
    </Typing>,
  )
  // A part that opens above the account opens in its sheet: drawn anew, the sheet would lie above it.
  const dialogs = useMoving(<OrderDialog work={work} />)
  const sheet = phone && work.view.sheet
  const Bar = work.courses?.CourseBar
  return (
    <div className={c.screen}>
      <OrderBar work={work} phone={phone} />
      <LostBar />
      <AlarmBar />
      {phone ? <Allergy work={work} /> : null}
      <div className={c.body} ref={body}>
        {work.finding.term ? null : (
          <CategoryList
            categories={work.menu.categories}
            value={work.menu.category}
            onChange={work.show.category}
          />
        )}
        <main
          className={c.products}
          data-wide={work.finding.term ? true : undefined}
          data-panel={(work.view.panel && !phone) || undefined}
          data-takes-keys={work.view.panel ? true : undefined}
        >
          {work.view.panel && !phone ? (
            panel.place
          ) : (
            <>
              {work.finding.unknownCode ? (
                <NoticeCard tone="warning">
                  {t('orders.unknownCode', { code: work.finding.unknownCode })}
                </NoticeCard>
              ) : null}
              <ProductGrid
                products={work.menu.shown}
                kept={work.menu.kept}
                request={work.request}
                countOf={work.countOf}
                holdsOf={work.holdsOf}
                marksOf={work.marksOf}
                onPick={work.pick}
              />
              {Bar ? <Bar work={work} /> : null}
            </>
          )}
        </main>
        {phone ? null : (
          <aside className={c.side} data-toast-beside aria-label={t('orders.account')}>
            <Account work={work} />
          </aside>
        )}
      </div>
      {phone ? (
        <>
          <AccountNotices work={work} lines="too" />
          <OrderPeek work={work} />
        </>
      ) : null}
      {sheet ? (
        <Dialog label={t('orders.account')} shape="sheet" onClose={() => work.show.sheet(false)}>
          <Account work={work} sheet />
          {dialogs.place}
        </Dialog>
      ) : (
        dialogs.place
      )}
      {dialogs.part}
      {phone && work.view.panel ? (
        <Dialog label={t('orders.choices')} shape="sheet" onClose={closePanel}>
          {panel.place}
        </Dialog>
      ) : null}
      {work.view.panel ? panel.part : null}
    </div>
  )
}
