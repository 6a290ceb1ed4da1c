import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../api/errors'
import type { AccountAdjustment } from '../../../api/model'
import { queryClient } from '../../../api/query'
import { orderKeys } from '../../../data/orders/keys'
import { AdjustmentSwitches } from './AdjustmentSwitches'

const answer = vi.hoisted(() => ({ refuse: (_: Error): void => undefined }))

vi.mock('../../../api/client', async (original) => ({
  ...(await original<object>()),
  write: () =>
    new Promise((_, refuse) => {
      answer.refuse = refuse
    }),
}))

afterEach(() => {
  cleanup()
  queryClient.clear()
})

it('asks for a PIN also when a turned phone took the rows away before the server wanted one', async () => {
  const of = { id: 4, name: 'Cortesía', amount: '5.00', enabled: true } as AccountAdjustment
  queryClient.setQueryData(orderKeys.adjustments(9), { discounts: [of], charges: [] })
  const onPin = vi.fn()
  const { unmount } = render(
    <MantineProvider>
      <QueryClientProvider client={queryClient}>
        <AdjustmentSwitches requestId={9} onPin={onPin} loading={null} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('switch'))
  await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch').disabled).toBe(true))
  unmount()
  answer.refuse(new ApiError(403, 'pin_required', ''))
  await vi.waitFor(() => expect(onPin).toHaveBeenCalledWith({ of, what: 'off' }))
})
