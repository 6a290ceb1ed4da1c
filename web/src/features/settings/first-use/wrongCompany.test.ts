import { expect, it } from 'vitest'
import i18n from '../../../i18n/i18n'
import { wrongCompany } from './wrongCompany'

const right = {
  document_number: '20601234565',
  commercial_name: 'La Nueva',
  commercial_address: 'Av. Larco 1150',
  name: 'Carla',
  pin: '7291',
}
const both = { name: true, pin: true }
const wrongIn = (values: typeof right, asked = both) =>
  Object.keys(wrongCompany(values, asked, i18n.t)?.fields ?? {})

it('says all that is missing at once, before anything is saved', () =>
  expect(
    wrongIn({ document_number: '', commercial_name: '', commercial_address: ' ', name: '', pin: '12' }),
  ).toEqual(Object.keys(right)))

it('refuses a step without an address, and a RUC that cannot be one', () => {
  expect(wrongIn({ ...right, commercial_address: '' })).toEqual(['commercial_address'])
  expect(wrongIn({ ...right, document_number: '20601234566' })).toEqual(['document_number'])
})

it('asks nothing of the owner that is known already', () =>
  expect(wrongIn({ ...right, name: '', pin: '' }, { name: false, pin: false })).toEqual([]))
