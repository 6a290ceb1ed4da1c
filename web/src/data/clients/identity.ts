/** It says what a typed number is: 8 digits are a DNI, 11 with the right check digit a RUC, anything else a search. */
export type TypedIdentity =
  | { kind: 'dni' | 'ruc'; number: string }
  | { kind: 'badRuc'; number: string }
  | { kind: 'search'; term: string }

export function readTyped(text: string): TypedIdentity {
  const number = text.replace(/[\s-]/g, '')
  if (/^\d{8}$/.test(number)) return { kind: 'dni', number }
  if (/^\d{11}$/.test(number)) return { kind: validRuc(number) ? 'ruc' : 'badRuc', number }
  return { kind: 'search', term: text.trim() }
}

/**
 * Returns whether a RUC has 11 digits and the right check digit: weights 5 4 3 2 7 6 5 4 3 2 over the first ten digits, modulus
 * 11.
 */
export function validRuc(ruc: string): boolean {
  if (!/^\d{11}$/.test(ruc)) return false
  const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(ruc[index]), 0)
  return (11 - (sum % 11)) % 10 === Number(ruc[10])
}
