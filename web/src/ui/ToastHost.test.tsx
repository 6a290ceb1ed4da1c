import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ToastHost } from './ToastHost'
import { showToast } from './toasts'

const host = () => screen.getByText('B001-00000863 anulado').closest<HTMLElement>('[role=status]')

/** A bar at the foot has this height, in px: there is no layout here. */
function bar(height: number) {
  const part = document.createElement('footer')
  part.setAttribute('data-toast-above', '')
  part.getBoundingClientRect = () => new DOMRect(0, 740 - height, 360, height)
  part.checkVisibility = () => true
  document.body.append(part)
  return part
}

beforeEach(() => {
  Object.assign(window, { innerWidth: 360, innerHeight: 740 })
  for (const part of document.querySelectorAll('footer')) part.remove()
})

it('goes above the bar of a screen that comes while it is shown', async () => {
  render(<ToastHost />)
  act(() => showToast('success', 'B001-00000863 anulado'))
  await waitFor(() => expect(host()?.style.bottom).toBe('16px'))
  const first = bar(72)
  await waitFor(() => expect(host()?.style.bottom).toBe('80px'))
  first.remove()
  bar(120)
  await waitFor(() => expect(host()?.style.bottom).toBe('128px'))
})
