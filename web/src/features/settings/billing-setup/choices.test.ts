import { expect, it } from 'vitest'
import { asksAnother, holderOf, missingOf, transmissionChoiceOf, validity } from './choices'

it('shows both of SUNAT’s environments as one way', () => {
  expect(transmissionChoiceOf('SUNAT_BETA')).toBe('SUNAT')
  expect(transmissionChoiceOf('OSE')).toBe('OSE')
})

it('speaks of a certificate from thirty days before its end', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(validity('2026-12-22T12:00:00Z', now)).toEqual({ left: 31, tone: 'good' })
  expect(validity('2026-12-03T12:00:00Z', now)).toEqual({ left: 12, tone: 'warning' })
  expect(validity('2026-11-21T13:00:00Z', now)).toEqual({ left: 0, tone: 'warning' })
  expect(validity('2026-11-21T11:00:00Z', now)).toEqual({ left: -1, tone: 'bad' })
})

it('asks for the password of another service, never for that of the same', () => {
  const ose = { gateway: 'OSE', url: 'https://a.pe', sol_user: 'ANA' } as const
  expect(asksAnother(ose, ose)).toBe(false)
  expect(asksAnother(ose, { ...ose, url: 'https://b.pe' })).toBe(true)
  expect(asksAnother(ose, { ...ose, sol_user: 'EVA' })).toBe(true)
  expect(asksAnother(ose, { ...ose, gateway: 'SUNAT' })).toBe(true)
  expect(asksAnother(ose, { ...ose, gateway: 'NONE' })).toBe(false)
  const sunat = { ...ose, gateway: 'SUNAT' } as const
  expect(asksAnother(sunat, { ...sunat, url: 'https://b.pe' })).toBe(false)
})

it.each([
  ['CN=ANA QUISPE,O=TERRAZA S.A.C.,OU=20601234565', 'ANA QUISPE', 'TERRAZA S.A.C.'],
  ['C=PE, O=TERRAZA S.A.C., CN=TERRAZA S.A.C.', 'TERRAZA S.A.C.', null],
  ['CN=Quispe\\, Ana,O="Terraza, Bar y Cía."', 'Quispe, Ana', 'Terraza, Bar y Cía.'],
  ['O=TERRAZA', 'TERRAZA', null],
  ['20601234565', '20601234565', null],
])('names the holder of %s', (subject, name, organisation) =>
  expect(holderOf(subject)).toEqual({ name, organisation }),
)

it('names all that a way asks for and nobody wrote', () => {
  const setup = { gateway: 'OSE', url: 'https://a.pe', sol_user: 'ANA', password_set: true } as Parameters<
    typeof missingOf
  >[0]
  const empty = { url: '', sol_user: ' ', sol_password: '', apifact_url: '', token_apifact: '' }
  expect(missingOf(setup, { ...empty, gateway: 'OSE' })).toEqual(['url', 'sol_user', 'sol_password'])
  expect(missingOf(setup, { ...empty, gateway: 'SUNAT' })).toEqual(['sol_user', 'sol_password'])
  expect(missingOf(setup, { ...empty, gateway: 'PROVIDER' })).toEqual(['apifact_url', 'token_apifact'])
  expect(missingOf(setup, { ...empty, gateway: 'OSE', url: 'https://a.pe', sol_user: 'ANA' })).toEqual([])
  expect(missingOf(setup, { ...empty, gateway: 'NONE' })).toEqual([])
})
