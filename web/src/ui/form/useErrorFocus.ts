import { type RefObject, useEffect } from 'react'
import { isShown } from '../shown'

/** The selector of a wrong field: the field itself, or the text where several make one. */
const wrong = '[aria-invalid="true"], [data-field-error]'
const focusable = 'input:not([type=file]):not(:disabled), textarea, select, button:not(:disabled)'

/** Focuses the first wrong field, in the order of the page, and scrolls it clear of what could cover it. */
export function focusFirstError(area: HTMLElement | null | undefined): boolean {
  const field = [...(area?.querySelectorAll<HTMLElement>(wrong) ?? [])].find(isShown)
  if (!field) return false
  const group = field.hasAttribute('data-field-error') ? field.closest('[role=group]') : null
  const target = group ? (group.querySelector<HTMLElement>(focusable) ?? field) : field
  target.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
  return true
}

/** Focuses the first field whose text is no amount: it stays to be corrected, for it would be sent as empty. */
export function focusUnreadable(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLElement>('[data-unreadable]')
  field?.focus()
  return field !== null
}

/** After a form was sent and the answer marks fields, focuses the first of them. What is marked while typing stays quiet. */
export function useErrorFocus(form: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const area = form.current
    if (!area) return
    let sent = false
    const submitted = () => {
      sent = true
    }
    const typing = () => {
      sent = false
    }
    const marked = new MutationObserver(() => {
      if (sent && focusFirstError(area)) sent = false
    })
    area.addEventListener('submit', submitted)
    area.addEventListener('input', typing)
    marked.observe(area, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return () => {
      marked.disconnect()
      area.removeEventListener('submit', submitted)
      area.removeEventListener('input', typing)
    }
  }, [form])
}
