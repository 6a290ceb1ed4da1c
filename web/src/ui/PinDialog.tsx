import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBackspace,
  IconChevronDown,
  IconEye,
  IconLock,
  IconShieldLock,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { list } from '../api/client'
import { errorText, isApiError } from '../api/errors'
import type { Action } from '../api/model'
import { Dialog } from './Dialog'
import { IconButton } from './IconButton'
import { Key } from './Key'
import { uiKeys } from './keys'
import c from './PinDialog.module.css'
import { usePhone } from './viewport'

const revealMs = 2000
const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const letters = 'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'.split('')

interface Props {
  title: string
  /** Says who asks, for what and how much: the approver comes from another table. */
  children: ReactNode
  error: Error | null
  busy: boolean
  /** The action to be allowed: users who may allow it with a PIN of their own are offered beside the company's PIN. */
  action?: Action
  /** It is called with the PIN and its user; null is the company's. */
  onSubmit: (pin: string, approverId: number | null) => void
  onClose: () => void
}

/** Asks for a PIN of letters and digits; it is masked, and shown for two seconds on request. */
export function PinDialog({ title, children, error, busy, action, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [pin, setPin] = useState('')
  const [shown, setShown] = useState(false)
  const [alpha, setAlpha] = useState(false)
  const [approver, setApprover] = useState<number | null>(null)
  const [refused, setRefused] = useState<number | null>(null)
  const pinLocked = isApiError(error) && error.code === 'pin_locked'
  // One PIN may be locked; that of somebody else may still be typed.
  const locked = pinLocked && !(error.fields.approver_id && approver !== refused)
  const approvers = useApprovers(action)
  const box = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // A PIN that failed is typed again at once: the button that sent it was disabled meanwhile and lost the focus.
  useEffect(() => {
    if (!error) return
    setPin('')
    box.current?.focus()
  }, [error])
  useEffect(() => () => clearTimeout(timer.current), [])

  const press = (key: string) => setPin((now) => typePin(now, key))
  const reveal = () => {
    setShown(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(false), revealMs)
  }
  const submit = () => {
    if (!pin || locked || busy) return
    setRefused(approver)
    onSubmit(pin, approver)
  }

  return (
    <Dialog label={title} onClose={onClose} shape={phone ? 'sheet' : 'center'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keyboard types wherever the focus is in the dialog */}
      <div
        ref={box}
        className={c.box}
        // The focus is on the box and not on the close button: Enter after typing must not close it.
        data-autofocus
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === 'Enter' && (event.target as HTMLElement).tagName !== 'BUTTON') submit()
          else if ((event.target as HTMLElement).tagName === 'SELECT') return
          else if (/^[\p{L}\d]$/u.test(event.key) || event.key === 'Backspace' || event.key === 'Delete')
            press(event.key)
        }}
      >
        <div className={c.head}>
          <h2>{title}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <IconX size={22} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={c.ask}>
          <div className={c.reason}>{children}</div>
        </div>
        {action ? (
          <Whose
            known={approvers}
            value={approver}
            onChange={(id) => {
              setApprover(id)
              setPin('')
            }}
          />
        ) : null}
        <div
          className={c.field}
          data-bad={(error && !pin && !locked) || undefined}
          data-locked={locked || undefined}
        >
          {locked ? <IconLock size={26} stroke={1.8} aria-hidden="true" /> : null}
          <span className="sr" role="status">
            {t('pin.typed', { count: pin.length })}
          </span>
          {shown ? <b>{pin}</b> : Array.from(pin, (_, index) => <i key={index} />)}
          {locked ? null : <i className={c.caret} />}
          {locked ? null : (
            <button
              type="button"
              className={c.eye}
              aria-pressed={shown}
              aria-label={t('pin.show')}
              onClick={reveal}
            >
              <IconEye size={22} stroke={1.8} aria-hidden="true" />
            </button>
          )}
          {shown ? <span className={c.timer} /> : null}
        </div>
        <p
          className={c.message}
          data-bad={(error && !pin) || undefined}
          role={error && !pin ? 'alert' : 'status'}
        >
          {error && !pin ? (
            <>
              <IconAlertTriangle size={18} stroke={2} aria-hidden="true" />
              {/* The server's text says how many attempts are left. */}
              {(isApiError(error) && error.serverMessage) || errorText(error)}
              {refused === null && !pinLocked && approvers.length > 0 ? ` ${t('pin.perhapsOwn')}` : ''}
            </>
          ) : shown ? (
            t('pin.hides')
          ) : (
            t(action ? 'pin.type' : 'pin.whose')
          )}
        </p>
        <div className={c.keys}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a tapped key takes no focus, so that Enter sends the PIN */}
          <div
            className={c.pad}
            data-alpha={alpha || undefined}
            onMouseDown={(event) => event.preventDefault()}
          >
            {(alpha ? letters : digits).map((key) => (
              <button key={key} type="button" disabled={locked} onClick={() => press(key)}>
                {key}
              </button>
            ))}
            <button type="button" className={c.switch} disabled={locked} onClick={() => setAlpha(!alpha)}>
              {alpha ? '123' : 'ABC'}
            </button>
            {alpha ? null : (
              <button type="button" disabled={locked} onClick={() => press('0')}>
                0
              </button>
            )}
            <button
              type="button"
              disabled={locked}
              aria-label={t('common.backspace')}
              onClick={() => press('Backspace')}
            >
              <IconBackspace size={26} stroke={1.8} aria-hidden="true" />
            </button>
          </div>
          <div className={c.foot}>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              disabled={!pin || locked}
              loading={busy}
              leftSection={<IconShieldLock size={22} stroke={1.9} aria-hidden="true" />}
              rightSection={<Key onAction>Enter</Key>}
              onClick={submit}
            >
              {t('pin.allow')}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

/** Reads the users who may allow the action with a PIN of their own. */
function useApprovers(action: Action | undefined) {
  const approvers = useQuery({
    queryKey: uiKeys.approversOf(action),
    queryFn: async ({ signal }) => (await list('/approvers', { action }, signal)).rows,
    enabled: action !== undefined,
  })
  return approvers.data ?? []
}

interface WhoseProps {
  known: { id: number; name: string }[]
  value: number | null
  onChange: (id: number | null) => void
}

/** Chooses whose PIN is typed; it shows nothing when no user has a PIN of their own. */
function Whose({ known, value, onChange }: WhoseProps) {
  const { t } = useTranslation()
  if (known.length === 0) return null
  return (
    <label className={c.whose}>
      <span>{t('pin.whosePin')}</span>
      <span className={c.chosen}>
        <select
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
        >
          <option value="">{t('pin.companys')}</option>
          {known.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
        <IconChevronDown size={20} stroke={1.8} aria-hidden="true" />
      </span>
    </label>
  )
}

/** Returns the PIN after a key: letters and digits are added, Backspace takes one away, Delete all. */
export function typePin(pin: string, key: string): string {
  if (key === 'Backspace') return pin.slice(0, -1)
  if (key === 'Delete') return ''
  return /^[\p{L}\d]$/u.test(key) && pin.length < 12 ? pin + key : pin
}
