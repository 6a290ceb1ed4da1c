import { useTranslation } from 'react-i18next'
import { write } from '../../../api/client'
import { isApiError } from '../../../api/errors'
import type { AccountAdjustment, AccountAfterAdjustment } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { floorKeys } from '../../../data/floor/keys'
import { orderKeys } from '../../../data/orders/keys'
import { paymentKeys } from '../../../data/payments/keys'
import { useWrite } from '../../../ui/useWrite'
import type { AdjustmentBody } from './queries'

/** A PIN and its user; null is the company's. */
export interface Pin {
  pin: string
  approver_id: number | null
}

/** True for errors that the PIN dialog shows itself. */
export const isAboutPin = (error: unknown) =>
  isApiError(error) && ['wrong_pin', 'pin_locked', 'pin_required'].includes(error.code)

/** True when a PIN is required: that opens the dialog, and is no error to show in it. */
export const isPinMissing = (error: unknown) => isApiError(error) && error.code === 'pin_required'

/** The answer brings account and adjustments; the due amount is read again. */
function keep(answer: AccountAfterAdjustment) {
  const { client_request: request, discounts, charges } = answer
  queryClient.setQueryData(orderKeys.one(request.id), request)
  queryClient.setQueryData(orderKeys.adjustments(request.id), { discounts, charges })
  void queryClient.invalidateQueries({ queryKey: paymentKeys.quote(request.id) })
  void queryClient.invalidateQueries({ queryKey: floorKeys.all })
}

export function useAddAdjustment(requestId: number, onDone: () => void) {
  const { t } = useTranslation()
  return useWrite(
    ({ body, pin }: { body: AdjustmentBody; pin: Pin | null }, key) =>
      write('POST', '/billing-adjustment', key, {
        client_request_id: requestId,
        ...body,
        ...pin,
      }),
    {
      failed: (given) => t('discounts' in given.body ? 'adjust.discountFailed' : 'adjust.chargeFailed'),
      onSuccess: (answer) => {
        keep(answer)
        onDone()
      },
      onError: isAboutPin,
    },
  )
}

/** Switches or removes a discount or charge. */
export interface AdjustmentChange {
  of: AccountAdjustment
  what: 'on' | 'off' | 'remove'
}

type Change = { id: number; what: AdjustmentChange['what']; pin: Pin | null }

/** The hook itself calls these: turning a phone removes the component that calls it, and its callbacks. */
interface ChangeTold {
  onDone?: () => void
  onPin?: (change: Change) => void
}

export function useChangeAdjustment({ onDone, onPin }: ChangeTold) {
  const { t } = useTranslation()
  return useWrite(
    ({ id, what, pin }: Change, key) =>
      what === 'remove'
        ? write('DELETE', `/billing-adjustment/${id}`, key, { ...pin })
        : write('PATCH', `/billing-adjustment/${id}`, key, {
            enabled: what === 'on',
            ...pin,
          }),
    {
      failed: (change) => t(change.what === 'remove' ? 'adjust.removeFailed' : 'adjust.failed'),
      onSuccess: (answer) => {
        keep(answer)
        onDone?.()
      },
      onError: (error, change) => {
        if (!isAboutPin(error)) return false
        onPin?.(change)
        return true
      },
    },
  )
}
