import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rowsAt } from '../../api/client'
import { errorText } from '../../api/errors'
import { showToast } from '../toasts'
import { type ListState, listQueryOf } from './address'
import type { ListDescription, Listed } from './types'

/**
 * Returns the rows that are chosen to be changed together; they stay chosen over pages and searches. Null means that nobody is
 * choosing.
 */
export function useChosen(of: Pick<ListDescription<Listed>, 'path' | 'many'>, state: ListState) {
  const { t } = useTranslation()
  const [ids, setIds] = useState<ReadonlySet<number> | null>(null)
  const [fetching, setFetching] = useState(false)
  const max = of.many?.max ?? 0
  const put = (next: ReadonlySet<number>) => {
    if (next.size > max) showToast('warning', t('lists.tooMany', { count: max }))
    else setIds(next)
  }
  const turn = (which: readonly number[], on: boolean) => {
    const next = new Set(ids)
    for (const id of which) {
      if (on) next.add(id)
      else next.delete(id)
    }
    put(next)
  }
  return {
    ids,
    fetching,
    start: () => setIds(new Set()),
    stop: () => setIds(null),
    turn,
    /** Fetches the ids of all rows that the search and the filters leave, on every page. */
    all: async () => {
      setFetching(true)
      try {
        const { rows } = await rowsAt<Listed>(of.path, { ...listQueryOf(state), page: false })
        turn(
          rows.map(({ id }) => id),
          true,
        )
      } catch (error) {
        showToast('danger', t('lists.cannotChoose'), errorText(error as Error))
      } finally {
        setFetching(false)
      }
    },
  }
}

export type Chosen = ReturnType<typeof useChosen>
