import { Button } from '@mantine/core'
import { IconAlertTriangle, IconShieldLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { errorText, isApiError } from '../../../api/errors'
import { fullName, useUser } from '../../../session/session'
import { PinDialog } from '../../../ui/PinDialog'
import c from './ChangeDialog.module.css'

interface Props {
  work: {
    error: Error | null
    pinError: Error | null
    /** Says what is still to be chosen; null when nothing is. */
    missing: string | null
    ready: boolean
    busy: boolean
    reset: () => void
    send: (pin: string, approver_id: number | null) => void
  }
  /** The label of the button. */
  go: string
  /** The title of the PIN dialog. */
  title: string
  /** The action, shown in the PIN dialog behind the name of the person. */
  children: ReactNode
}

/** Says what is missing or went wrong, and holds the button that asks for the PIN and does it. */
export function ChangeFoot({ work, go, title, children }: Props) {
  const user = useUser()
  const [asking, setAsking] = useState(false)
  return (
    <footer className={c.foot}>
      {work.error ? (
        <p className={c.error} role="alert">
          <IconAlertTriangle size={18} aria-hidden="true" />
          {(isApiError(work.error) && work.error.serverMessage) || errorText(work.error)}
        </p>
      ) : (
        <p className={c.note}>{work.missing}</p>
      )}
      <Button
        className={c.go}
        disabled={!work.ready}
        leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
        onClick={() => {
          work.reset()
          setAsking(true)
        }}
      >
        {go}
      </Button>
      {asking && !work.error ? (
        <PinDialog
          title={title}
          action="void_document"
          error={work.pinError}
          busy={work.busy}
          onClose={() => setAsking(false)}
          onSubmit={work.send}
        >
          <b>{fullName(user)}</b> {children}
        </PinDialog>
      ) : null}
    </footer>
  )
}
