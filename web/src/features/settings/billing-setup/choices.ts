import type { BillingGateway, BillingSetup } from '../../../api/model'

/** A way as people choose it: SUNAT's two environments are one. */
export type TransmissionChoice = 'SUNAT' | 'OSE' | 'PROVIDER' | 'DEMO' | 'NONE'

export const transmissionChoiceOf = (gateway: BillingGateway): TransmissionChoice =>
  gateway === 'SUNAT_BETA' ? 'SUNAT' : gateway

/** Returns whether messages are signed with the company's own certificate. */
export const signsMessages = (gateway: BillingGateway) =>
  gateway === 'SUNAT' || gateway === 'SUNAT_BETA' || gateway === 'OSE'

/** This many days before its end a certificate is mentioned. */
const soonDays = 30
const day = 86_400_000

/** Returns the state of a certificate: the days that are left, and how bad that is. */
export function validity(expires: string, now: number) {
  const left = Math.floor((Date.parse(expires) - now) / day)
  return { left, tone: left < 0 ? 'bad' : left <= soonDays ? 'warning' : 'good' } as const
}

/** Returns whether a stored password was given for another service than the form now names. */
export function asksAnother(
  before: Pick<Typed, 'gateway' | 'url' | 'sol_user'>,
  now: Pick<Typed, 'gateway' | 'url' | 'sol_user'>,
) {
  if (!signsMessages(now.gateway)) return false
  const elsewhere = now.gateway === 'OSE' && now.url.trim() !== before.url
  return now.gateway !== before.gateway || now.sol_user.trim() !== before.sol_user || elsewhere
}

/** The gateway that the form shows now, and whether the form has unsaved changes. */
export interface ShownGateway {
  gateway: BillingGateway
  unsaved: boolean
}

/**
 * Returns the holder that a certificate names, out of `CN=ANA S.A.C.,O=ANA,OU=…`, and the organisation where it has another name.
 */
export function holderOf(subject: string) {
  const parts = subject.match(/(?:\\.|"[^"]*"|[^,+])+/g) ?? []
  const named = (key: string) => {
    const part = parts.find((each) => each.trim().toUpperCase().startsWith(`${key}=`))
    const text = part?.slice(part.indexOf('=') + 1) ?? ''
    return text
      .replace(/\\(.)/g, '$1')
      .replace(/^"(.*)"$/, '$1')
      .trim()
  }
  const [name, organisation] = [named('CN'), named('O')]
  return {
    name: name || organisation || subject,
    organisation: organisation && name && organisation !== name ? organisation : null,
  }
}

interface Typed {
  gateway: BillingGateway
  url: string
  sol_user: string
  sol_password: string
  apifact_url: string
  token_apifact: string
}

/** Returns the required fields of a way that are empty; they are shown at once, beside what the server finds. */
export function missingOf(setup: BillingSetup, typed: Typed) {
  const asked: Exclude<keyof Typed, 'gateway'>[] =
    transmissionChoiceOf(typed.gateway) === 'PROVIDER'
      ? ['apifact_url', 'token_apifact']
      : signsMessages(typed.gateway)
        ? [...(typed.gateway === 'OSE' ? (['url'] as const) : []), 'sol_user', 'sol_password']
        : []
  const kept = setup.password_set && !asksAnother(setup, typed)
  return asked.filter((name) => !typed[name].trim() && !(name === 'sol_password' && kept))
}
