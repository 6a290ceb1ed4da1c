import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './errors'

/** The cache holds every answer of the server until an event says that it changed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always',
      retry: (count, error) => isApiError(error) && error.unsure && count < 2,
      retryDelay: 2000,
    },
  },
})
