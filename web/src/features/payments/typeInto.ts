import { typed } from '../../ui/form/decimals'
import { typeKey } from '../../ui/NumericPad'

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/** The field of a number that has the focus, wherever on the screen it stands. */
function focusedNumber(): HTMLInputElement | null {
  const at = document.activeElement
  return at instanceof HTMLInputElement && /^(numeric|decimal)$/.test(at.inputMode) ? at : null
}

/** Takes the focus from any field, so that keys go where the screen says. */
export function leaveField() {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}

/** A key of the screen has changed an answer: the ring does not stay on the one before. */
export function leaveAnswer() {
  const at = document.activeElement
  if (at instanceof HTMLElement && at.matches('[role=radio]')) at.blur()
}

/** Whether the keyboard is where amounts are typed: nothing has the focus, or a field or key of the amounts. */
export function isAtAmounts(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.closest('[data-takes-keys]') !== null
}

/** A key of the pad writes where the ring is, as one of the keyboard would; false where no field of a number has it. */
export function typeIntoFocused(key: string): boolean {
  const field = focusedNumber()
  if (!field) {
    // A key that is no number takes the focus from the field, so that the next digit goes to the amount.
    leaveField()
    return false
  }
  const next =
    field.inputMode === 'decimal' ? typeKey(typed(field.value, 2), key) : digitsAfter(field.value, key)
  if (field.maxLength < 0 || next.length <= field.maxLength) {
    setValue?.call(field, next)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return true
}

/** A number that is read digit by digit, as that of an operation: zeros in front stay. */
export function digitsAfter(text: string, key: string): string {
  if (key === 'Delete') return ''
  if (key === 'Backspace') return text.slice(0, -1)
  return /^\d$/.test(key) ? text + key : text
}
