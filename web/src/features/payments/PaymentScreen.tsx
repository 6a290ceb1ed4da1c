import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import type { PaymentInfo, PaymentsConfig, Request } from '../../api/model'
import { ConnectionPill, LostBar } from '../../ui/Connection'
import { Failed, Loading } from '../../ui/LoadState'
import { digitKeys, useShortcuts } from '../../ui/shortcuts'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { UserMenu } from '../../ui/UserMenu'
import { ClientPicker } from '../clients/ClientPicker'
import { placeOf } from '../orders/place'
import { useRequest } from '../orders/queries'
import { DocumentPanel } from './DocumentPanel'
import { NoCycle } from './NoCycle'
import { PaidPanel } from './PaidPanel'
import { PaymentAccount } from './PaymentAccount'
import c from './PaymentScreen.module.css'
import { usePaymentInfo, usePaymentsConfig } from './queries'
import { TenderPanel } from './TenderPanel'
import { usePaymentWork } from './usePaymentWork'

export function Screen() {
  const { t } = useTranslation()
  const id = Number(useParams().requestId)
  const request = useRequest(id)
  const info = usePaymentInfo(id)
  const config = usePaymentsConfig()
  const failed = request.error ?? info.error ?? config.error
  const place = request.data ? placeOf(request.data, t) : null
  return (
    <div className={c.screen}>
      <TopBar
        left={
          <BarTitle
            to={`/order/${id}`}
            back={t('payments.back')}
            title={t('payments.title')}
            place={place?.line}
          />
        }
        right={
          <>
            <ConnectionPill />
            <UserMenu />
          </>
        }
      />
      <LostBar />
      {request.data && info.data && config.data ? (
        <Ready request={request.data} info={info.data} config={config.data} />
      ) : failed ? (
        <Failed
          title={t('payments.loadFailed')}
          error={failed}
          onRetry={() => {
            void request.refetch()
            void info.refetch()
            void config.refetch()
          }}
        />
      ) : (
        <Loading label={t('payments.loading')} />
      )}
    </div>
  )
}

function Ready({ request, info, config }: { request: Request; info: PaymentInfo; config: PaymentsConfig }) {
  const navigate = useNavigate()
  const [picking, setPicking] = useState(false)
  const work = usePaymentWork(info, config, request.client ?? null)
  const back = () => void navigate(`/order/${request.id}`)
  useShortcuts({
    F8: work.paid ? undefined : work.collect,
    Escape: work.paid ? undefined : back,
    ...digitKeys(work.press),
  })
  if (work.paid) return <PaidPanel payment={work.paid} request={request} onAgain={work.again} />
  return (
    <main className={c.body}>
      <PaymentAccount info={info} split={work.split} onSplit={work.setSplit} />
      {config.cycle ? (
        <TenderPanel
          due={work.due}
          options={config.payment_options}
          quickAmounts={config.quick_amounts}
          tenders={work.tenders}
          active={work.active}
          balance={work.balance}
          field={work.field}
          onMethod={work.chooseMethod}
          onKey={work.press}
          onQuick={work.setAmount}
          onExact={work.exact}
          onActivate={work.activate}
          onRemove={work.remove}
          onField={work.setField}
          onOperation={work.setOperation}
        />
      ) : (
        <NoCycle />
      )}
      <DocumentPanel
        types={config.billing_types}
        typeId={work.typeId}
        client={work.client}
        cashboxName={config.cycle?.cashbox_name ?? null}
        byConsumption={work.byConsumption}
        print={work.print}
        due={work.due}
        blocked={work.blocked}
        busy={work.busy}
        onType={work.setTypeId}
        onClient={() => setPicking(true)}
        onByConsumption={work.setByConsumption}
        onPrint={work.setPrint}
        onCollect={work.collect}
      />
      {picking ? (
        <ClientPicker
          onClose={() => setPicking(false)}
          onPick={(client) => {
            work.pickClient(client)
            setPicking(false)
          }}
        />
      ) : null}
    </main>
  )
}
