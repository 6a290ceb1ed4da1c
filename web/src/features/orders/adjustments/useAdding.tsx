import { useState } from 'react'
import { fullName, useUser } from '../../../session/session'
import { PinDialog } from '../../../ui/PinDialog'
import { isAboutPin, isPinMissing, useAddAdjustment } from './mutations'
import { type AdjustmentBody, usePreview } from './queries'

export interface AdjustmentQuestion {
  title: string
  asks: string
  what: string
  where: string
}

/** Adds a discount or charge: the server's preview, the PIN where one is needed, and the write. */
export function useAdding(requestId: number, body: AdjustmentBody | null, onDone: () => void) {
  const user = useUser()
  const [asking, setAsking] = useState(false)
  const preview = usePreview(requestId, body)
  const add = useAddAdjustment(requestId, onDone)
  // The account may have changed since: then the server asks after all.
  const needed = asking || isAboutPin(add.error)
  const go = () => {
    if (!body || preview.error || add.isPending) return
    if (preview.data?.needs_pin) setAsking(true)
    else add.mutate({ body, pin: null })
  }
  const leave = () => {
    setAsking(false)
    add.reset()
  }
  const dialog = ({ title, asks, what, where }: AdjustmentQuestion) =>
    needed && body ? (
      <PinDialog
        title={title}
        action="large_discount"
        error={isPinMissing(add.error) ? null : add.error}
        busy={add.isPending}
        onClose={leave}
        onSubmit={(pin, approver_id) => add.mutate({ body, pin: { pin, approver_id } })}
      >
        <b>{fullName(user)}</b> {asks}
        <br />
        <b>{what}</b>
        <br />
        {where}
      </PinDialog>
    ) : null
  return {
    preview: preview.data,
    error: preview.error ?? (isAboutPin(add.error) ? null : add.error),
    busy: add.isPending && !needed,
    go,
    dialog,
  }
}
