import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import c from './Pager.module.css'
import { pagesShown } from './pages'
import { perPage } from './useList'

interface Props {
  page: number
  pages: number
  rows: number
  total: number
  onPage: (page: number) => void
}

/** Shows "1 a 20 de 28", and the pages. */
export function Pager({ page, pages, rows, total, onPage }: Props) {
  const { t } = useTranslation()
  const first = (page - 1) * perPage + 1
  return (
    <footer className={c.pager}>
      <p aria-live="polite">{t('lists.range', { first, last: first + rows - 1, total })}</p>
      {pages > 1 ? (
        <nav aria-label={t('lists.pages')}>
          <button
            type="button"
            aria-label={t('list.previous')}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={20} aria-hidden="true" />
          </button>
          {pagesShown(page, pages).map((each, at) =>
            each === null ? (
              <span key={`gap${at}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={each}
                type="button"
                aria-label={t('lists.pageOf', { page: each, pages })}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => onPage(each)}
              >
                {each}
              </button>
            ),
          )}
          <button
            type="button"
            aria-label={t('list.next')}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={20} aria-hidden="true" />
          </button>
        </nav>
      ) : null}
    </footer>
  )
}
