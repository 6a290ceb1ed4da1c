import { Checkbox, Switch } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { entityWords } from '../entity'
import { popItem } from '../PopMenu'
import { RowMenu } from '../RowMenu'
import c from './ListTable.module.css'
import type { ListDescription, Listed } from './types'
import { useRowStatus } from './useRowStatus'

interface Props<T extends Listed> {
  row: T
  of: ListDescription<T>
  opened: boolean
  onOpen?: () => void
  onDelete?: () => void
  /** True while rows are being chosen; absent otherwise. */
  chosen?: boolean
  onChoose?: (on: boolean) => void
}

export function ListRow<T extends Listed>(props: Props<T>) {
  const { row, of, opened, onOpen, onDelete, chosen, onChoose } = props
  const { t } = useTranslation()
  const status = useRowStatus(row, of)
  const name = of.name(row)
  const note = of.note?.(row)
  return (
    // A click on the row is for the mouse only; the keyboard has the name as a button.
    <tr
      data-opened={opened || undefined}
      data-opens={onOpen || onChoose ? true : undefined}
      data-chosen={chosen || undefined}
      data-inactive={(row.status !== undefined && row.status !== 'ACTIVE') || undefined}
      onClick={(event) => {
        const own = (event.target as HTMLElement).closest('a, button, input, label, [popover]')
        if (own || window.getSelection()?.toString()) return
        if (onChoose) onChoose(!chosen)
        else onOpen?.()
      }}
    >
      <th scope="row">
        <span className={c.named}>
          {onChoose ? (
            <Checkbox
              className={c.choose}
              checked={chosen ?? false}
              aria-label={t('lists.choose', { name })}
              onChange={(event) => onChoose(event.currentTarget.checked)}
            />
          ) : null}
          {of.picture ? <span className={c.picture}>{of.picture(row)}</span> : null}
          <span className={c.two}>
            {onOpen ? (
              <button type="button" className={c.name} onClick={onOpen}>
                {name}
              </button>
            ) : (
              <b>{name}</b>
            )}
            {status.error ? (
              <span className={c.failed} role="alert">
                <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
                <span title={errorText(status.error)}>{t('lists.notSaved')}</span>
                <button type="button" onClick={status.retry}>
                  {t('common.retry')}
                </button>
              </span>
            ) : note ? (
              <span className={c.note}>{note}</span>
            ) : null}
          </span>
        </span>
      </th>
      {of.columns.map((column) => (
        <td
          key={column.key}
          data-from={column.from}
          data-align={column.align}
          data-strong={column.strong || undefined}
        >
          {column.value(row)}
        </td>
      ))}
      {of.setStatus ? (
        <td className={c.switch}>
          <Switch
            size="md"
            checked={status.active}
            aria-label={t('lists.activeOf', { ...entityWords(of.entity), name })}
            onChange={(event) => status.set(event.currentTarget.checked)}
          />
        </td>
      ) : null}
      {hasMenu(of) ? (
        <td className={c.menu}>
          <RowMenu label={t('lists.actionsOf', { name })}>
            <Entries onOpen={onOpen} onDelete={onDelete}>
              {of.menu?.(row)}
            </Entries>
          </RowMenu>
        </td>
      ) : null}
    </tr>
  )
}

interface EntriesProps {
  onOpen: (() => void) | undefined
  onDelete: (() => void) | undefined
  /** The list's own entries. */
  children: ReactNode
}

function Entries({ onOpen, onDelete, children }: EntriesProps) {
  const { t } = useTranslation()
  return (
    <>
      {onOpen ? (
        <button type="button" className={popItem} onClick={onOpen}>
          <IconPencil size={20} stroke={1.8} aria-hidden="true" />
          {t('lists.edit')}
        </button>
      ) : null}
      {children}
      {onDelete ? (
        <button type="button" className={popItem} onClick={onDelete}>
          <IconTrash size={20} stroke={1.8} aria-hidden="true" />
          {t('lists.delete')}
        </button>
      ) : null}
    </>
  )
}

export const hasMenu = (of: { menu?: unknown; remove?: unknown; form?: unknown }) =>
  Boolean(of.menu || of.remove || of.form)
