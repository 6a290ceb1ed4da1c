import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../api/query'
import '../../i18n/till'
import { clientKeys } from '../../data/clients/keys'
import { ClientPicker } from './ClientPicker'

beforeEach(() => queryClient.clear())

it('has the focus in its first field, not on the cross, when it takes the place of the list', async () => {
  queryClient.setQueryDefaults(clientKeys.all, { staleTime: Number.POSITIVE_INFINITY, enabled: false })
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <ClientPicker onPick={() => undefined} onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const add = screen.getByText('Nuevo cliente')
  act(() => add.focus())
  await act(async () => fireEvent.click(add))
  expect(document.activeElement).toBe(screen.getByLabelText('Número de documento'))
})
