import { IconShieldLock, IconToolsKitchen2Off, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, Line } from '../../api/model'
import { areaCounts, dismissable } from '../../data/orders/account'
import { extrasOf, measuredName } from '../../data/orders/lineText'
import { fullName, useUser } from '../../session/session'
import { BigKey, BigKeys } from '../../ui/BigKey'
import { ReasonChips } from '../../ui/Chips'
import { amount, centimos, charged, decimal, money, priceCentimos } from '../../ui/format'
import { measuredUnit } from '../../ui/measure'
import { PinDialog } from '../../ui/PinDialog'
import { Question } from '../../ui/Question'
import { StatePill } from '../../ui/StatePill'
import { Stepper } from '../../ui/Stepper'
import { useShortcuts } from '../../ui/shortcuts'
import { lineState } from '../../ui/states'
import { useTyped } from '../../ui/typed'
import { PanelFoot, WorkPanel } from '../../ui/WorkPanel'
import { useDismiss } from './accountMutations'
import { LinePick } from './LinePick'

const reasons = ['changed', 'mistake', 'late', 'missing', 'returned'] as const

/** Takes sent lines back: which, why, and whether they were made already. */
export function DismissPanel(props: {
  request: Account
  first: Line
  place: string
  /** It is called with the units to be taken back, so that the account can show them. */
  onTaking: (taking: Record<number, number>) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { request, first, onTaking, onClose } = props
  const user = useUser()
  const lines = request.lines.filter(dismissable)
  const [picked, setPicked] = useState<Record<number, number>>({ [first.id]: open(first) })
  const [reason, setReason] = useState('')
  // A dish that was begun may or may not be made, so nothing is presumed.
  const [made, setMade] = useState<boolean | null>(first.status === 'PENDING' ? false : null)
  const [asking, setAsking] = useState(false)
  useTyped({ picked, reason, made })

  useEffect(() => onTaking(picked), [picked, onTaking])

  const chosen = lines.filter((line) => (picked[line.id] ?? 0) > 0)
  const total = chosen.reduce((sum, line) => sum + charged(unit(line), picked[line.id] ?? 0), 0)
  const areas = areaCounts(chosen)
    .map((area) => area.name)
    .join(', ')
  const dismiss = useDismiss(request.id, areas, onClose)
  const ready = chosen.length > 0 && reason.trim() !== '' && made !== null
  const ask = () => {
    if (ready) setAsking(true)
  }
  useShortcuts({ Enter: ask })

  return (
    <WorkPanel
      label={t('orders.dismiss.label')}
      title={t('orders.dismiss.title')}
      text={props.place}
      close={t('orders.dismiss.close')}
      onClose={onClose}
      foot={
        <PanelFoot
          sum={
            <>
              <span>
                {t('orders.dismiss.becomes', {
                  from: amount(centimos(request.totals.due)),
                  to: amount(centimos(request.totals.due) - total),
                })}
              </span>
              {areas ? <span>{t('orders.dismiss.printsAt', { area: areas })}</span> : null}
            </>
          }
          disabled={!ready}
          icon={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
          onGo={ask}
        >
          {t('orders.dismiss.go', { amount: money(total) })}
        </PanelFoot>
      }
      above={
        asking ? (
          <PinDialog
            title={t('orders.dismiss.pin')}
            action="dismiss_sent"
            error={dismiss.error}
            busy={dismiss.isPending}
            onClose={() => setAsking(false)}
            onSubmit={(pin, approver_id) =>
              dismiss.mutate({
                order_ids: chosen.map((line) => line.id),
                quantities: Object.fromEntries(chosen.map((line) => [line.id, String(picked[line.id])])),
                reason: reason.trim(),
                made: made === true,
                pin,
                approver_id,
              })
            }
          >
            <b>{fullName(user)}</b> {t('orders.dismiss.asks')}
            <br />
            <b>{chosen.map((line) => `${picked[line.id]} ${measuredName(line)}`).join(', ')}</b> ·{' '}
            <b>{money(total)}</b>
            <br />
            {props.place} · {reason}
          </PinDialog>
        ) : null
      }
    >
      <Question title={t('orders.dismiss.what')}>
        {lines.map((line) => (
          <PickRow
            key={line.id}
            line={line}
            first={line.id === first.id}
            count={picked[line.id] ?? 0}
            onCount={(count) => setPicked({ ...picked, [line.id]: count })}
          />
        ))}
      </Question>
      <Question title={t('orders.dismiss.why')}>
        <ReasonChips
          reasons={reasons.map((key) => t(`orders.dismiss.reason.${key}`))}
          value={reason}
          other={t('orders.dismiss.other')}
          onChange={setReason}
        />
      </Question>
      <Question title={t('orders.dismiss.made')}>
        <BigKeys label={t('orders.dismiss.made')}>
          <BigKey
            icon={IconToolsKitchen2Off}
            title={t('orders.dismiss.notMade')}
            text={t('orders.dismiss.notMadeText')}
            checked={made === false}
            onPick={() => setMade(false)}
          />
          <BigKey
            icon={IconTrash}
            title={t('orders.dismiss.wasMade')}
            text={t('orders.dismiss.wasMadeText')}
            checked={made === true}
            onPick={() => setMade(true)}
          />
        </BigKeys>
      </Question>
    </WorkPanel>
  )
}

const open = (line: Line) => Number(line.qty) - Number(line.qty_paid)
const unit = (line: Line) => priceCentimos(line.unit_total)

function PickRow(props: { line: Line; first: boolean; count: number; onCount: (count: number) => void }) {
  const { line, first, count, onCount } = props
  const { t } = useTranslation()
  const most = open(line)
  const state = lineState[line.status]
  const each = measuredUnit(line) ? decimal(unit(line)) : `${decimal(unit(line))} c/u`
  const detail = [extrasOf(line), each].filter(Boolean).join(' · ')
  return (
    <LinePick
      line={line}
      detail={detail}
      on={count > 0}
      first={first}
      end={<StatePill tone={state.tone} icon={state.icon} label={t(`lineState.${line.status}`)} />}
      onToggle={() => onCount(count > 0 ? 0 : most)}
    >
      {count > 0 && most > 1 ? (
        <Stepper
          label={t('orders.dismiss.howMany', { name: line.name })}
          value={count}
          max={most}
          suffix={t('common.of', { count: most })}
          fill
          onChange={onCount}
        />
      ) : null}
    </LinePick>
  )
}
