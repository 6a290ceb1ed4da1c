import { normalizeTyped } from '../../ui/form/decimals'
import { typeKey } from '../../ui/NumericPad'

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/** Returns the number field that has the focus, wherever on the screen it stands. */
function focusedNumber(): HTMLInputElement | null {
  const at = document.activeElement
  return at instanceof HTMLInputElement && /^(numeric|decimal)$/.test(at.inputMode) ? at : null
}

/** Takes the focus from any field, so that keys go where the screen says. */
export function leaveField() {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}

/** A button of the screen has changed an answer: the focus does not stay on the one before. */
export function leaveAnswer() {
  const at = document.activeElement
  if (at instanceof HTMLElement && at.matches('[role=radio]')) at.blur()
}

/** Returns whether keys go to the amounts: nothing has the focus, or a field or button of the amounts does. */
export function isAtAmounts(): boolean {
  const at = document.activeElement
  return at === null || at === document.body || at.closest('[data-takes-keys]') !== null
}

/** Writes a key of the pad where the focus is, as the keyboard would; returns false where no number field has it. */
export function typeIntoFocused(key: string): boolean {
  const field = focusedNumber()
  if (!field) {
    // A key that is no number takes the focus from the field, so that the next digit goes to the amount.
    leaveField()
    return false
  }
  const next =
    field.inputMode === 'decimal'
      ? typeKey(normalizeTyped(field.value, 2), key)
      : digitsAfter(field.value, key)
  if (field.maxLength < 0 || next.length <= field.maxLength) {
    setValue?.call(field, next)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return true
}

/** Returns a number after a key that is read digit by digit, such as that of an operation: leading zeros stay. */
export function digitsAfter(text: string, key: string): string {
  if (key === 'Delete') return ''
  if (key === 'Backspace') return text.slice(0, -1)
  return /^\d$/.test(key) ? text + key : text
}
