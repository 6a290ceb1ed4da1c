import { expect, it } from 'vitest'
import { ourName } from './ourName'

it.each([
  ['ACEITE VEGETAL X 18L', 'Aceite vegetal x 18 L'],
  ['HIELO EN ESCAMAS SACO 25KG', 'Hielo en escamas saco 25 kg'],
  ['LECHE  EVAPORADA 400 GR', 'Leche evaporada 400 g'],
  ['AJÍ PANCA Y ÑORA', 'Ají panca y ñora'],
  ['BOLSA N°10 F1', 'Bolsa N°10 F1'],
  ['Arroz Costeño Extra', 'Arroz Costeño Extra'],
  ['', ''],
])('%s begins as %s', (text, name) => expect(ourName(text)).toBe(name))
