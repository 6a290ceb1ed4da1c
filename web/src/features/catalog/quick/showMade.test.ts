import { expect, it } from 'vitest'
import { queryClient } from '../../../api/query'
import { showMade } from './showMade'

it('shows a new record once, whether the list had it already or was never read', () => {
  const made = { id: 3, name: 'Brasas' }
  queryClient.setQueryData(['some'], [{ id: 1, name: 'Fondos' }, made])
  showMade(['some'], made)
  expect(queryClient.getQueryData(['some'])).toEqual([{ id: 1, name: 'Fondos' }, made])
  showMade(['none'], made)
  expect(queryClient.getQueryData(['none'])).toEqual([made])
})
