import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import '../i18n/i18n'
import '../i18n/office'
import { setHouse } from '../session/house'

setHouse({
  time_zone: 'America/Lima',
  business_day_start: '04:00',
  currency: 'PEN',
  currency_symbol: 'S/',
  max_unnamed_boleta: '700.00',
})

afterEach(cleanup)
