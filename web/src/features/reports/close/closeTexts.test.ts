import { expect, test } from 'vitest'
import i18n from '../../../i18n/i18n'
import { cashDifferenceText } from './closeTexts'

const box = { cycle_id: 7, cashbox_name: 'Principal', user_name: 'Luis', is_open: false, reason: null }
const way = (name: string, amount: string) => ({ name, amount, is_cash: name === 'Efectivo' })

test('a box tells every way to pay that differs, and cash alone without its name', () => {
  const t = i18n.getFixedT('es_pe')
  const all = [way('Efectivo', '-11.15'), way('Plin', '3.00'), way('Yape', '-203.85')]
  expect(cashDifferenceText({ ...box, short: '215.00', over: '3.00', differences: all }, t)).toBe(
    'falta S/\u00a0215.00 (Efectivo 11.15, Yape 203.85) y sobra S/\u00a03.00 (Plin 3.00)',
  )
  const cash = { ...box, short: '12.40', over: '0.00', differences: [way('Efectivo', '-12.40')] }
  expect(cashDifferenceText(cash, t)).toBe('falta S/\u00a012.40')
})
