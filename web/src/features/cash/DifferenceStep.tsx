import { Button, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconRefresh, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CashCount, CycleDetail } from '../../api/model'
import { beyondTolerance, isWithin, scalePosition, scaleReach, worstDifference } from '../../data/cash/count'
import { useCloseCycle } from '../../data/cash/queries'
import { house } from '../../session/house'
import { fullName, useUser } from '../../session/session'
import { Chips } from '../../ui/Chips'
import { amount, centimos, money } from '../../ui/format'
import { Key } from '../../ui/Key'
import { PinDialog } from '../../ui/PinDialog'
import { useShortcuts } from '../../ui/shortcuts'
import { useReasonDraft } from './countDraft'
import c from './DifferenceStep.module.css'
import { DifferenceTable } from './DifferenceTable'
import { ExpectedCashBreakdown } from './ExpectedCashBreakdown'
import { OpenAccounts } from './OpenAccounts'
import { RecountDialog } from './RecountDialog'

const reasons = ['change', 'fake', 'expense', 'unknown'] as const

/** Compares the count with what was expected; a difference above the tolerance asks for a reason and a PIN. */
export function DifferenceStep(props: {
  detail: CycleDetail
  count: CashCount
  onRecount: (reason: string) => void
}) {
  const { t } = useTranslation()
  const { detail, count, onRecount } = props
  const user = useUser()
  const { name, difference, tolerance, within, isMixed, sentence } = useDifference(detail, count)
  const [{ reason = '', text = '' }, keep] = useReasonDraft(detail.cycle.id, detail.counts.length)
  const [asking, setAsking] = useState(false)
  const [recounting, setRecounting] = useState(false)
  const close = useCloseCycle(detail.cycle.id, () => setAsking(false))
  const whole = [reason, text.trim()].filter(Boolean).join(': ')
  const ask = () => {
    if (within) close.mutate({ status: 'CLOSED', count_version: count.version })
    else if (whole) setAsking(true)
  }
  useShortcuts({ F8: ask })
  return (
    <main className={c.body}>
      <section className={c.result} aria-label={t('cash.result')}>
        <Hero
          mixed={isMixed ? sentence : null}
          name={name}
          difference={difference}
          tolerance={tolerance}
          within={within}
        />
        <DifferenceTable count={count} made={<ExpectedCashBreakdown cash={detail.cash} />} />
        <OpenAccounts />
      </section>
      <aside className={c.why} aria-label={t('cash.reason')}>
        {within ? (
          <p className={c.fine}>{t('cash.withinText')}</p>
        ) : (
          <ReasonFields
            title={t(isMixed ? 'cash.whyDiffers' : difference < 0 ? 'cash.whyMissing' : 'cash.whyExtra')}
            reason={reason}
            text={text}
            onChange={keep}
          />
        )}
        <EndButtons
          within={within}
          disabled={!within && !whole}
          busy={close.isPending && !asking}
          onRecount={() => setRecounting(true)}
          onClose={ask}
        />
      </aside>
      {recounting ? <RecountDialog onRecount={onRecount} onClose={() => setRecounting(false)} /> : null}
      {asking ? (
        <PinDialog
          title={t('cash.pin')}
          action="close_with_difference"
          error={close.error}
          busy={close.isPending}
          onClose={() => setAsking(false)}
          onSubmit={(pin, approver_id) =>
            close.mutate({ status: 'CLOSED', count_version: count.version, reason: whole, pin, approver_id })
          }
        >
          <b>{fullName(user)}</b> {t('cash.pinAsks')}
          <br />
          <b>{detail.cycle.cashbox_name}</b> · <b>{sentence}</b>
          <br />
          {whole}
        </PinDialog>
      ) : null}
    </main>
  )
}

interface EndProps {
  /** True when the difference needs neither a reason nor a PIN. */
  within: boolean
  disabled: boolean
  busy: boolean
  onRecount: () => void
  onClose: () => void
}

/** Counts again, or closes the cash box. */
function EndButtons({ within, disabled, busy, onRecount, onClose }: EndProps) {
  const { t } = useTranslation()
  return (
    <div className={c.end}>
      <Button
        fullWidth
        variant="default"
        className={c.again}
        leftSection={<IconRefresh size={20} stroke={1.8} aria-hidden="true" />}
        onClick={onRecount}
      >
        {t('cash.recount')}
      </Button>
      <Button
        fullWidth
        className={c.go}
        disabled={disabled}
        loading={busy}
        leftSection={within ? null : <IconShieldLock size={24} stroke={1.9} aria-hidden="true" />}
        rightSection={<Key onAction>F8</Key>}
        onClick={onClose}
      >
        {within ? t('cash.close') : t('cash.closeWithPin')}
      </Button>
    </div>
  )
}

/** Returns the largest difference and its method, whether all are within the tolerance, and a sentence about those that are not. */
function useDifference(detail: CycleDetail, count: CashCount) {
  const { t } = useTranslation()
  const worst = worstDifference(count.differences)
  const cash = detail.methods.find((method) => method.is_cash)?.name
  const nameOf = (name: string) => (name === cash ? name.toLowerCase() : name)
  const tolerance = centimos(count.tolerance)
  const { missing, extra } = beyondTolerance(count.differences, tolerance)
  const listed = (differences: typeof missing) =>
    new Intl.ListFormat('es').format(
      differences.map((each) =>
        t('cash.amountIn', { amount: money(Math.abs(each.centimos)), name: nameOf(each.name) }),
      ),
    )
  const isMixed = missing.length > 0 && extra.length > 0
  return {
    name: worst ? nameOf(worst.name) : undefined,
    difference: worst?.centimos ?? 0,
    tolerance,
    within: isWithin(count.differences, tolerance),
    isMixed,
    sentence: t(isMixed ? 'cash.mixed' : missing.length > 0 ? 'cash.missingAll' : 'cash.extraAll', {
      missing: listed(missing),
      extra: listed(extra),
    }),
  }
}

interface ReasonProps {
  title: string
  reason: string
  text: string
  onChange: (part: { reason: string } | { text: string }) => void
}

/** Asks for the reason of the difference: one of the usual ones, and the details. */
function ReasonFields({ title, reason, text, onChange }: ReasonProps) {
  const { t } = useTranslation()
  return (
    <>
      <div>
        <h2>{title}</h2>
        <p className={c.hint}>{t('cash.whyText')}</p>
        <Chips
          options={reasons.map((key) => t(`cash.reasons.${key}`))}
          chosen={[reason]}
          onToggle={(label) => onChange({ reason: reason === label ? '' : label })}
        />
      </div>
      <Textarea
        label={t('cash.detail')}
        minRows={3}
        rows={3}
        // Together with the reason the text is as long as the server takes.
        maxLength={300 - (reason ? reason.length + 2 : 0)}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </>
  )
}

/** Shows the difference large, or in words where one method misses what another has too much, and its place against the tolerance. */
function Hero(props: {
  mixed: string | null
  name?: string
  difference: number
  tolerance: number
  within: boolean
}) {
  const { t } = useTranslation()
  const { mixed, name, difference, tolerance, within } = props
  const reach = scaleReach(difference, tolerance)
  const Glyph = within ? IconCheck : IconAlertTriangle
  const word = difference === 0 ? 'cash.squares' : difference < 0 ? 'cash.missing' : 'cash.extra'
  return (
    <div className={c.hero}>
      <div className={c.difference} data-within={within || undefined}>
        <span>
          <Glyph size={22} stroke={2.2} aria-hidden="true" />
          {t(mixed ? 'cash.differs' : word, { name })}
        </span>
        {mixed ? (
          <strong data-words>{mixed}</strong>
        ) : (
          <strong>
            <small>{house().currency_symbol}</small>
            {amount(Math.abs(difference))}
          </strong>
        )}
      </div>
      <div className={c.tolerance}>
        <span>{t(within ? 'cash.within' : 'cash.above', { amount: money(tolerance) })}</span>
        <div className={c.scale} data-within={within || undefined} aria-hidden="true">
          <i className={c.zone} style={{ width: `${(tolerance / reach) * 100}%` }} />
          <i className={c.mark} style={{ left: `${scalePosition(difference, reach)}%` }} />
        </div>
        <div className={c.labels} aria-hidden="true">
          <span>{t('cash.scaleMissing', { amount: reach / 100 })}</span>
          <span>± {amount(tolerance)}</span>
          <span>{t('cash.scaleExtra', { amount: reach / 100 })}</span>
        </div>
      </div>
    </div>
  )
}
