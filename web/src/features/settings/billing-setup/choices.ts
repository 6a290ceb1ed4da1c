import type { BillingGateway } from '../../../api/model'

/** A way as people choose it: SUNAT's two environments are one. */
export type Way = 'SUNAT' | 'OSE' | 'PROVIDER' | 'DEMO' | 'NONE'

export const wayOf = (gateway: BillingGateway): Way => (gateway === 'SUNAT_BETA' ? 'SUNAT' : gateway)

/** Whether its messages are signed with the company's own certificate. */
export const signs = (gateway: BillingGateway) =>
  gateway === 'SUNAT' || gateway === 'SUNAT_BETA' || gateway === 'OSE'

/** From so many days before its end a certificate is spoken of. */
const soonDays = 30
const day = 86_400_000

/** How a certificate stands: the days that are left, and how bad that is. */
export function validity(expires: string, now: number) {
  const left = Math.floor((Date.parse(expires) - now) / day)
  return { left, tone: left < 0 ? 'bad' : left <= soonDays ? 'warning' : 'good' } as const
}

/** Whether a password that is kept was given for another service than the form now names. */
export function asksAnother(
  before: { gateway: BillingGateway; url: string; sol_user: string },
  now: { gateway: BillingGateway; url: string; sol_user: string },
) {
  if (!signs(now.gateway)) return false
  const elsewhere = now.gateway === 'OSE' && now.url.trim() !== before.url
  return now.gateway !== before.gateway || now.sol_user.trim() !== before.sol_user || elsewhere
}
