import { Button } from '@mantine/core'
import { IconEqual, IconNumber0 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StockCount, StockCountTotals, Uncounted } from '../../../api/model'
import { uuid } from '../../../api/uuid'
import { isPinTrouble } from '../../../data/cash/queries'
import { fullName, useUser } from '../../../session/session'
import { BigKey, BigKeys } from '../../../ui/BigKey'
import { DialogForm, goButton } from '../../../ui/DialogForm'
import { PinDialog } from '../../../ui/PinDialog'
import { showToast } from '../../../ui/toasts'
import { useApprove } from '../queries'
import { signedMoney } from './Figures'

interface Props {
  count: StockCount
  totals: StockCountTotals
  onClose: () => void
}

/** Asks what becomes of items that nobody counted, if any, and for the PIN. */
export function ApproveDialog({ count, totals, onClose }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const left = totals.lines - totals.counted
  const [uncounted, setUncounted] = useState<Uncounted>('LEAVE')
  const [answered, setAnswered] = useState(left === 0)
  // The id stays the same however often it is sent, so that one approval is made.
  const client = useRef(uuid())
  const approve = useApprove(count.id, (approved) => {
    const [kind, text] =
      approved.warnings.length > 0
        ? (['warning', approved.warnings.join(' ')] as const)
        : (['success', t('counts.review.approvedText')] as const)
    showToast(kind, t('counts.review.approved'), text)
    onClose()
  })
  if (!answered)
    return (
      <DialogForm
        title={t('counts.review.leftTitle')}
        text={t('counts.review.leftText', { count: left })}
        onClose={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          setAnswered(true)
        }}
      >
        <BigKeys label={t('counts.review.leftTitle')}>
          <BigKey
            icon={IconEqual}
            title={t('counts.review.leave')}
            text={t('counts.review.leaveText')}
            checked={uncounted === 'LEAVE'}
            onPick={() => setUncounted('LEAVE')}
          />
          <BigKey
            icon={IconNumber0}
            title={t('counts.review.zero')}
            text={t('counts.review.zeroText')}
            checked={uncounted === 'ZERO'}
            onPick={() => setUncounted('ZERO')}
          />
        </BigKeys>
        <Button type="submit" className={goButton}>
          {t('counts.review.continue')}
        </Button>
      </DialogForm>
    )
  return (
    <PinDialog
      title={t('counts.review.pin')}
      action="approve_count"
      error={approve.error && isPinTrouble(approve.error) ? approve.error : null}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={(pin, approver_id) =>
        approve.mutate(
          { pin, approver_id, uncounted, client_id: client.current },
          { onError: (error) => (isPinTrouble(error) ? undefined : onClose()) },
        )
      }
    >
      <b>{fullName(user)}</b> {t('counts.review.pinAsks')}
      <br />
      <b>{count.name}</b> · {count.full_number}
      {uncounted === 'LEAVE' ? ` · ${signedMoney(totals.value)}` : null}
    </PinDialog>
  )
}
