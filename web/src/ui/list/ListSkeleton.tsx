import { useTranslation } from 'react-i18next'
import { hasMenu } from './ListRow'
import c from './ListTable.module.css'
import type { ListDescription, Listed } from './types'

const rows = 9
/* Words have different lengths; the widths are fixed, or the shapes would flicker. */
const widths = [128, 164, 136, 150, 206, 92, 158, 146, 120]

/** Draws grey shapes in place of rows; they fade downwards. */
export function ListSkeleton<T extends Listed>({ of }: { of: ListDescription<T> }) {
  const { t } = useTranslation()
  return (
    <tbody aria-busy="true">
      {widths.map((width, row) => (
        <tr key={row} style={{ opacity: 1 - row / (rows + 1) }}>
          <th scope="row">
            {row === 0 ? (
              <span className="sr" role="status">
                {t('lists.loading', { title: of.title })}
              </span>
            ) : null}
            <span className={c.named} aria-hidden="true">
              {of.picture ? <span className={c.bar} data-round /> : null}
              <span className={c.two} style={{ gap: 6 }}>
                <span className={c.bar} style={{ width: `min(${width}px, 30vw)` }} />
                {of.note ? <span className={c.bar} style={{ width: 80, height: 10 }} /> : null}
              </span>
            </span>
          </th>
          {of.columns.map((column) => (
            <td key={column.key} data-from={column.from} data-align={column.align}>
              <span className={c.bar} style={{ width: column.align ? 40 : 64 }} />
            </td>
          ))}
          {of.setStatus ? (
            <td className={c.switch}>
              <span className={c.bar} data-pill />
            </td>
          ) : null}
          {hasMenu(of) ? <td className={c.menu} /> : null}
        </tr>
      ))}
    </tbody>
  )
}

/** A grey shape in place of the count. */
export const ListCount = () => (
  <span className={c.bar} style={{ width: 170, marginTop: 8 }} aria-hidden="true" />
)
