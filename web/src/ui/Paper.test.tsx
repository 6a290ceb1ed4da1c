import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { PaperLine } from '../api/model'
import { Paper } from './Paper'

const lines: PaperLine[] = [
  { type: 'text', runs: [{ text: 'MESA 12', style: { size: 'double', bold: true } }] },
  { type: 'text', runs: [{ text: ' 2 Lomo saltado' }, { text: '   76.00', style: { bold: true } }] },
  { type: 'text', runs: [] },
  { type: 'qr', data: '20601234567|03|B001|347' },
  { type: 'drawer' },
  { type: 'cut' },
]

// happy-dom has no fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })

it('shows a ticket as it was laid out', () => {
  render(<Paper lines={lines} columns={48} label="Comanda" />)
  const paper = screen.getByRole('article', { name: 'Comanda' })
  expect(paper.textContent).toContain('MESA 12')
  expect(paper.textContent).toContain(' 2 Lomo saltado   76.00')
  expect(screen.getByRole('img', { name: 'Código QR del comprobante' })).toBeTruthy()
  expect(screen.getByText('Aquí se abre la gaveta')).toBeTruthy()
})
