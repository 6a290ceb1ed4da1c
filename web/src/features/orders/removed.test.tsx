import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { line } from '../../data/orders/sample'
import { ToastHost } from '../../ui/ToastHost'
import { builtOf } from './deliver'
import { usePicking } from './usePicking'

const taps = { add: vi.fn(), remove: vi.fn() }

function Order({ removed }: { removed: ReturnType<typeof line> }) {
  const picking = usePicking({
    request: { closed_at: null },
    taps,
    view: {},
    show: { closePanel: () => undefined },
  } as unknown as Parameters<typeof usePicking>[0])
  return (
    <button type="button" onClick={() => picking.removeLine(removed)}>
      Quitar
    </button>
  )
}

it('puts a line back that was taken off by mistake, as it was', () => {
  const removed = line({ comment: 'sin ají', qty: '3' })
  render(
    <>
      <Order removed={removed} />
      <ToastHost />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Quitar' }))
  expect(taps.remove).toHaveBeenCalledWith(removed)
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(taps.add).toHaveBeenCalledWith(builtOf(removed))
  expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
})
