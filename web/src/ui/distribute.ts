/**
 * Splits an amount in céntimos by weights, as the server does (`orders/distribute.rs`): each part is rounded down, and the
 * céntimos that are left go to the largest remainders, among equal ones to the first.
 */
export function distribute(amount: number, weights: readonly number[]): number[] {
  const even = weights.every((weight) => weight <= 0)
  const shares = weights.map((weight) => BigInt(even ? 1 : Math.max(weight, 0)))
  const all = shares.reduce((sum, share) => sum + share, 0n)
  const whole = BigInt(Math.abs(amount))
  const parts = shares.map((share) => (whole * share) / all)
  const left = Number(whole - parts.reduce((sum, part) => sum + part, 0n))
  const rest = (at: number) => (whole * (shares[at] ?? 0n)) % all
  const first = shares.map((_, at) => at).sort((a, b) => Number(rest(b) - rest(a)) || a - b)
  const more = new Set(first.slice(0, left))
  return parts.map((part, at) => Math.sign(amount) * Number(part + (more.has(at) ? 1n : 0n)))
}
