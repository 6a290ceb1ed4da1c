import { Button, Switch, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronRight,
  IconClockOff,
  IconMail,
  IconPrinter,
  IconUser,
  IconUserSearch,
  IconX,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type ComponentProps, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentsConfig } from '../../api/model'
import { dayText, money } from '../../ui/format'
import { IconButton } from '../../ui/IconButton'
import { Key } from '../../ui/Key'
import { lazyPart } from '../../ui/lazyPart'
import { documentIcon } from '../../ui/paymentIcons'
import { useMedia } from '../../ui/viewport'
import c from './DocumentPanel.module.css'
import { kindsOf, lastDayOfPaper, paperSeries } from './paper'
import { FACTURA, isEmail, isMailed, type Paying, type PayingStep } from './paying'
import { PromotionsPicker } from './promotions/PromotionsPicker'
import { RucField } from './RucField'

const PaperPanel = lazyPart(() => import('./PaperPanel').then((m) => m.PaperPanel))

interface Props {
  config: PaymentsConfig
  now: Pick<Paying, 'typeId' | 'client' | 'email' | 'byConsumption' | 'print' | 'paper'>
  promotions: number[]
  due: number
  /** The server's warning about the legal limit of cash; null when there is none. */
  cashWarning: string | null
  /** The server's reason for refusing the last try. */
  refusal: string | null
  /** True when the mail address was refused. */
  isEmailRefused: boolean
  /** Says why it cannot be collected now; null when it can. */
  blocked: string | null
  /** True when only the client is missing. */
  wantsClient: boolean
  busy: boolean
  onStep: (step: PayingStep) => void
  onClient: () => void
  /** A RUC that is typed right here. */
  onRuc: ComponentProps<typeof RucField>
  /** Pays all that is missing by the chosen method at once; null when more has to be said. */
  onExact: (() => void) | null
  onPromotions: (ids: number[]) => void
  onForgive: () => void
  onCollect: () => void
}

/** Chooses the kind of document and its client, and holds the button that collects. */
export function DocumentPanel(props: Props) {
  const { t } = useTranslation()
  const { typeId, client, email, byConsumption, print } = props.now
  const beside = useMedia('(min-width: 701px) and (max-width: 1199px) and (min-height: 501px)')
  const kinds = <Kinds {...props} />
  return (
    <section className={c.panel} aria-label={t('payments.document')}>
      <div className={c.scroll}>
        {beside ? null : <h2>{t('payments.document')}</h2>}
        {props.config.clock_warning ? (
          <p className={c.warning} role="status">
            <IconClockOff size={18} aria-hidden="true" />
            {props.config.clock_warning}
          </p>
        ) : null}
        {props.cashWarning ? (
          <p className={c.warning} role="status">
            <IconAlertTriangle size={18} aria-hidden="true" />
            {props.cashWarning}
          </p>
        ) : null}
        {beside ? null : kinds}
        {paperSeries(props.config, typeId).length > 0 ? (
          <Suspense>
            <PaperPanel
              config={props.config}
              now={props.now}
              onPaper={(paper) => props.onStep({ type: 'paper', paper })}
            />
          </Suspense>
        ) : null}
        <h2 className={c.who}>{t('clients.title')}</h2>
        <button type="button" className={c.client} onClick={props.onClient}>
          <span className={c.avatar}>
            <IconUser size={22} stroke={1.8} aria-hidden="true" />
          </span>
          <span>
            <b title={client?.display_name}>{client?.display_name ?? t('clients.anonymous')}</b>
            <span>
              {client ? `${client.document_type} ${client.document_number ?? ''}` : t('clients.noDocument')}
            </span>
          </span>
          <IconChevronRight size={20} aria-hidden="true" />
        </button>
        {typeId === FACTURA && client?.document_type !== 'RUC' ? <RucField {...props.onRuc} /> : null}
        <button type="button" className={c.lookup} onClick={props.onClient}>
          <IconUserSearch size={20} stroke={1.8} aria-hidden="true" />
          {t('payments.lookup')}
        </button>
        {isMailed(props.now) && !props.now.paper ? (
          <EmailField
            value={email}
            isRefused={props.isEmailRefused}
            onChange={(text) => props.onStep({ type: 'email', text })}
          />
        ) : null}
        <Switch
          className={c.switch}
          size="md"
          labelPosition="left"
          label={t('payments.byConsumption')}
          description={t('payments.byConsumptionText')}
          checked={byConsumption}
          onChange={(event) => props.onStep({ type: 'byConsumption', on: event.currentTarget.checked })}
        />
        <Switch
          className={c.switch}
          size="md"
          labelPosition="left"
          label={t('payments.print')}
          description={printerOf(props.config, t)}
          checked={print}
          onChange={(event) => props.onStep({ type: 'print', on: event.currentTarget.checked })}
        />
        {print ? (
          <PromotionsPicker
            promotions={props.config.promotions}
            chosen={props.promotions}
            onChosen={props.onPromotions}
          />
        ) : null}
      </div>
      <div className={c.end}>
        {props.refusal ? (
          <div className={c.refusal} role="alert">
            <IconAlertTriangle size={22} stroke={1.9} aria-hidden="true" />
            <span>{props.refusal}</span>
            <IconButton label={t('common.close')} onClick={props.onForgive}>
              <IconX size={20} aria-hidden="true" />
            </IconButton>
          </div>
        ) : null}
        {/* Beside a long account the kinds would be out of sight, so they stand with the button. */}
        {beside ? kinds : null}
        <div className={c.why}>
          {props.blocked && props.wantsClient ? (
            <button type="button" className={c.wants} onClick={props.onClient}>
              {props.blocked}
              <IconChevronRight size={18} aria-hidden="true" />
            </button>
          ) : props.onExact ? (
            <button type="button" className={c.exact} onClick={props.onExact}>
              {t('payments.exactCollect')}
              <Key>F10</Key>
            </button>
          ) : props.blocked ? (
            <p role="status">{props.blocked}</p>
          ) : null}
        </div>
        <Button
          fullWidth
          className={c.go}
          data-toast-above
          data-ring-ends
          disabled={props.blocked !== null}
          loading={props.busy}
          leftSection={<IconPrinter size={24} stroke={1.9} aria-hidden="true" />}
          rightSection={<Key onAction>F8</Key>}
          onClick={props.onCollect}
        >
          {t('payments.collect', { amount: money(props.due) })}
        </Button>
      </div>
    </section>
  )
}

/** Lists the kinds of document as large keys. */
function Kinds({ config, now, onStep }: Pick<Props, 'config' | 'now' | 'onStep'>) {
  const { t } = useTranslation()
  return (
    <div className={c.list} role="radiogroup" aria-label={t('payments.documentKind')}>
      {kindsOf(config).map((type) => {
        const until = lastDayOfPaper(config, type.id)
        const Glyph = documentIcon(type)
        const checked = type.id === now.typeId
        return (
          // biome-ignore lint/a11y/useSemanticElements: big keys, not the small circle of a radio
          <button
            key={type.id}
            type="button"
            role="radio"
            aria-checked={checked}
            className={c.document}
            onClick={() => onStep({ type: 'document', id: type.id })}
          >
            <Glyph size={24} stroke={1.8} aria-hidden="true" />
            <span>
              <b>{type.name}</b>
              {until ? (
                <span>{t('payments.paperOnly', { day: dayText(until) })}</span>
              ) : type.serie ? (
                <span>{t('payments.series', { series: type.serie })}</span>
              ) : null}
            </span>
            {checked ? <IconCheck size={20} stroke={2.6} aria-hidden="true" /> : null}
          </button>
        )
      })}
    </div>
  )
}

interface EmailProps {
  value: string
  isRefused: boolean
  onChange: (text: string) => void
}

/* The error appears when the field is left, or at Enter, which collects nothing here. */
function EmailField({ value, isRefused, onChange }: EmailProps) {
  const { t } = useTranslation()
  const [isWritten, setWritten] = useState(false)
  const isWrong = isRefused || (isWritten && value.trim() !== '' && !isEmail(value))
  return (
    <TextInput
      className={c.email}
      type="email"
      label={t('payments.email')}
      description={t('payments.emailText')}
      placeholder="ana@ejemplo.pe"
      autoComplete="off"
      leftSection={<IconMail size={20} stroke={1.8} aria-hidden="true" />}
      value={value}
      error={isWrong ? t('payments.emailWrong') : undefined}
      onBlur={() => setWritten(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        setWritten(true)
      }}
      onChange={(event) => {
        setWritten(false)
        onChange(event.currentTarget.value)
      }}
    />
  )
}

/* Names the printer of the document: `Caja · 80 mm`, or that this cash box gives a PDF. */
function printerOf(config: PaymentsConfig, t: TFunction): string {
  const printer = config.receipt_printer
  // The printer is that of the cash box, which is chosen when it is opened.
  if (!printer && !config.cycle) return t('payments.printerWithCycle')
  if (!printer) return t('payments.noPrinterHere')
  if (printer.print_receipt === 'PDF') return t('payments.asPdf')
  if (printer.print_receipt === 'NONE') return t('payments.printerOff', { printer: printer.name })
  return t('payments.printerAt', { printer: printer.name, size: printer.size })
}
