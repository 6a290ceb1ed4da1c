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
  const worst = worstDifference(count.differences)
  const difference = worst?.centimos ?? 0
  const cash = detail.methods.find((method) => method.is_cash)?.name
  const nameOf = (name: string) => (name === cash ? name.toLowerCase() : name)
  const heroName = worst ? nameOf(worst.name) : undefined
  const tolerance = centimos(count.tolerance)
  const within = isWithin(count.differences, tolerance)
  const { missing, extra } = beyondTolerance(count.differences, tolerance)
  const listed = (differences: typeof missing) =>
    new Intl.ListFormat('es').format(
      differences.map((each) =>
        t('cash.amountIn', { amount: money(Math.abs(each.centimos)), name: nameOf(each.name) }),
      ),
    )
  const isMixed = missing.length > 0 && extra.length > 0
  const sentence = t(isMixed ? 'cash.mixed' : missing.length > 0 ? 'cash.missingAll' : 'cash.extraAll', {
    missing: listed(missing),
    extra: listed(extra),
  })
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
          name={heroName}
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
          <>
            <div>
              <h2>{t(isMixed ? 'cash.whyDiffers' : difference < 0 ? 'cash.whyMissing' : 'cash.whyExtra')}</h2>
              <p className={c.hint}>{t('cash.whyText')}</p>
              <Chips
                options={reasons.map((key) => t(`cash.reasons.${key}`))}
                chosen={[reason]}
                onToggle={(label) => keep({ reason: reason === label ? '' : label })}
              />
            </div>
            <Textarea
              label={t('cash.detail')}
              minRows={3}
              rows={3}
              // Together with the reason the text is as long as the server takes.
              maxLength={300 - (reason ? reason.length + 2 : 0)}
              value={text}
              onChange={(event) => keep({ text: event.currentTarget.value })}
            />
          </>
        )}
        <div className={c.end}>
          <Button
            fullWidth
            variant="default"
            className={c.again}
            leftSection={<IconRefresh size={20} stroke={1.8} aria-hidden="true" />}
            onClick={() => setRecounting(true)}
          >
            {t('cash.recount')}
          </Button>
          <Button
            fullWidth
            className={c.go}
            disabled={!within && !whole}
            loading={close.isPending && !asking}
            leftSection={within ? null : <IconShieldLock size={24} stroke={1.9} aria-hidden="true" />}
            rightSection={<Key onAction>F8</Key>}
            onClick={ask}
          >
            {within ? t('cash.close') : t('cash.closeWithPin')}
          </Button>
        </div>
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
