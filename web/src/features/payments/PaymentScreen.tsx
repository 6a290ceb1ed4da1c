import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { type ApiError, errorText } from '../../api/errors'
import type { Account, AccountClient, PaymentInfo, PaymentsConfig } from '../../api/model'
import { placeOf } from '../../data/orders/place'
import { useRequest } from '../../data/orders/queries'
import { useOthersPayments, usePaymentInfo, usePaymentsConfig } from '../../data/payments/queries'
import { ConnectionPill, LostBar } from '../../ui/Connection'
import { amount, centimos } from '../../ui/format'
import { Failed, Loading } from '../../ui/LoadState'
import { fetchParts } from '../../ui/lazyPart'
import { digitKeys, useShortcuts } from '../../ui/shortcuts'
import { BarTitle, TopBar } from '../../ui/TopBar'
import { useUnsaved } from '../../ui/useUnsaved'
import { usePhone } from '../../ui/viewport'
import { OpenCycleFirst } from '../../widgets/cash/OpenCycleFirst'
import { ClientPicker } from '../../widgets/clients/ClientPicker'
import { AlarmBar } from '../../widgets/print-alarm/AlarmBar'
import { UserMenu } from '../../widgets/user-menu/UserMenu'
import { DocumentPanel } from './DocumentPanel'
import { nextShare, type Split } from './due'
import { isAtAmounts } from './keypadFocus'
import { ClosedPanel, PaidPanel } from './PaidPanel'
import { PaidStrip } from './PaidStrip'
import { PaymentAccount, startingSplits } from './PaymentAccount'
import c from './PaymentScreen.module.css'
import { dayOfPaper } from './paper'
import { FACTURA, paidInCash } from './paying'
import { TenderPanel } from './TenderPanel'
import tender from './TenderPanel.module.css'
import { UnconfirmedPayment } from './UnconfirmedPayment'
import { type PaymentState, usePaymentState } from './usePaymentState'

export default function PaymentScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().requestId)
  const request = useRequest(id)
  const [day, setDay] = useState<string | null>(null)
  const ofToday = usePaymentInfo(id, null)
  const info = usePaymentInfo(id, day)
  // Typed values stay while the figures of another day cannot be loaded.
  const figures = info.data ?? ofToday.data
  const config = usePaymentsConfig()
  const failed = request.error ?? ofToday.error ?? config.error
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
      <AlarmBar />
      {request.data && figures && config.data ? (
        // A document that is voided makes this another work: nothing of the one before stays.
        <Ready
          key={figures.payments.filter((each) => each.voided_at).length}
          request={request.data}
          info={figures}
          config={config.data}
          isAsking={!info.data || info.isPlaceholderData}
          quoteError={day ? info.error : null}
          onDay={setDay}
        />
      ) : failed ? (
        <Failed
          title={t('payments.loadFailed')}
          error={failed}
          onRetry={() => {
            void request.refetch()
            void ofToday.refetch()
            void config.refetch()
          }}
        />
      ) : (
        <Loading label={t('payments.loading')} />
      )}
    </div>
  )
}

interface ReadyProps {
  request: Account
  info: PaymentInfo
  config: PaymentsConfig
  /** True while the figures are of another day than the document states: they are being read. */
  isAsking: boolean
  /** The error of the figures of another day. */
  quoteError: Error | null
  /** The day of the document decides what is due; null is today. */
  onDay: (day: string | null) => void
}

function Ready({ request, info, config, isAsking, quoteError, onDay }: ReadyProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // The first search text of the client picker; null while it is closed.
  const [picking, setPicking] = useState<string | null>(null)
  const pick = () => setPicking(request.document_number ?? '')
  const take = (client: AccountClient | null) => {
    work.step({ type: 'client', client })
    setPicking(null)
  }
  const phone = usePhone()
  useOthersPayments(info)
  const work = usePaymentState(info, config, request.invoice_client ?? request.client ?? null, isAsking)
  const { collecting, now } = work
  const { split, paid } = now
  const day = dayOfPaper(config, now)
  useEffect(() => onDay(day), [day, onDay])
  useEffect(fetchParts, [])
  const allPaid = paid?.client_request.is_paid
  // This screen knows its own payment before the account is read again: the buttons belong to the panel from then on.
  const settled = allPaid || info.is_paid || !!request.closed_at
  const working = collecting.step === 'idle' && !settled
  // Leaving would lose the split and what was typed, so it asks; a payment on its way is kept on the device.
  const { question } = useUnsaved(working && work.begun, 'page')
  useShortcuts({
    Escape: settled ? undefined : () => void navigate(`/order/${request.id}`),
    ...(working ? keysOf(work, info, pick) : {}),
  })
  if (paid && allPaid) return <PaidPanel payment={paid} info={info} />
  if (settled && !collecting.pending) return <ClosedPanel info={info} />
  const sending = collecting.step === 'sending'
  const strip = paid ? (
    <PaidStrip key={paid.id} payment={paid} onClose={() => work.step({ type: 'hidePaid' })} />
  ) : null
  return (
    <main className={c.body}>
      <PaymentAccount
        request={request}
        info={info}
        split={split}
        onSplit={work.splitBy}
        strip={phone ? null : strip}
      />
      {collecting.pending && !sending ? (
        <UnconfirmedPayment
          pending={collecting.pending}
          old={collecting.step === 'old'}
          onAsk={collecting.askAgain}
          onDiscard={collecting.discard}
        />
      ) : config.cycle ? (
        <TenderPanel
          due={work.due}
          title={
            split.mode === 'equal'
              ? t('payments.partOf', { number: nextShare(info, split.of), of: split.of })
              : t('payments.due')
          }
          before={
            centimos(info.paid) > 0
              ? t('payments.paidBeforeOf', {
                  paid: amount(centimos(info.paid)),
                  total: amount(centimos(info.account_total)),
                })
              : null
          }
          strip={phone ? strip : null}
          options={config.payment_options}
          quickAmounts={config.quick_amounts}
          now={now}
          balance={work.balance}
          onStep={work.step}
        />
      ) : (
        <OpenCycleFirst className={tender.pay} />
      )}
      {collecting.pending && !sending ? null : (
        <DocumentPanel
          config={config}
          now={now}
          promotions={work.promotions}
          due={work.due}
          cashWarning={
            info.cash_warning && paidInCash(now.tenders, work.due) >= centimos(info.cash_warning.from)
              ? info.cash_warning.text
              : null
          }
          refusal={refusalText(collecting.refusal) ?? (quoteError ? errorText(quoteError) : null)}
          isEmailRefused={collecting.refusal?.fields.email !== undefined}
          blocked={work.blocked}
          wantsClient={work.wantsClient}
          busy={sending || isAsking}
          onStep={work.step}
          onClient={pick}
          onRuc={{ onFound: take, onUnknown: setPicking }}
          onExact={work.mayExact ? work.collectExact : null}
          onPromotions={work.setPromotions}
          onForgive={collecting.forgive}
          onCollect={work.collect}
        />
      )}
      {question}
      {picking !== null ? (
        <ClientPicker
          start={picking}
          kind={work.now.typeId === FACTURA ? 'RUC' : 'DNI'}
          onClose={() => setPicking(null)}
          onPick={take}
        />
      ) : null}
    </main>
  )
}

/*
 * The keyboard for the whole payment: digits write the amount, and Enter collects from there. Elsewhere only F8 does, or the
 * button itself.
 */
const keysOf = (
  { now, step, splitBy, collect, collectExact }: PaymentState,
  info: PaymentInfo,
  onClient: () => void,
) => ({
  F2: () => step({ type: 'exact' }),
  F4: onClient,
  F6: () => step({ type: 'nextDocument' }),
  F7: () => step({ type: 'nextMethod' }),
  F8: collect,
  F10: collectExact,
  F9: () => splitBy(nextWay(info, now.split)),
  Enter: () => {
    if (isAtAmounts()) collect()
  },
  ...digitKeys((key) => step({ type: 'key', key })),
})

function nextWay(info: PaymentInfo, split: Split): Split {
  const ways = startingSplits(info)
  const order: Split['mode'][] =
    info.mode === 'AMOUNT' ? ['all', 'equal', 'amount'] : ['all', 'lines', 'equal', 'amount']
  return ways[order[(order.indexOf(split.mode) + 1) % order.length] ?? 'all']
}

/* A refusal about the balance has the server's words; for others our own are as good. */
function refusalText(error: ApiError | null) {
  if (!error) return null
  return error.code === 'balance_changed' && error.serverMessage ? error.serverMessage : errorText(error)
}
