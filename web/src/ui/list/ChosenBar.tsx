import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { genderOf } from '../entity'
import { IconButton } from '../IconButton'
import c from './ChosenBar.module.css'
import type { ListDescription, Listed } from './types'
import type { Chosen } from './useChosen'

interface Props<T extends Listed> {
  of: ListDescription<T>
  chosen: Chosen
  /** The number of rows that the search and the filters leave. */
  total: number | undefined
  onChange: () => void
}

/** Shows the selected rows' actions at the foot of the screen, within reach of a thumb. */
export function ChosenBar<T extends Listed>({ of, chosen, total = 0, onChange }: Props<T>) {
  const { t } = useTranslation()
  const count = chosen.ids?.size ?? 0
  const more = total > count && total <= (of.many?.max ?? 0)
  return (
    <section className={c.bar} data-foot aria-label={t('lists.chosenRows')}>
      <p role="status">{t('lists.chosen', { count, context: genderOf(of.entity.feminine) })}</p>
      {more ? (
        <Button variant="default" loading={chosen.fetching} onClick={() => void chosen.all()}>
          {t('lists.chooseAll', { count: total })}
        </Button>
      ) : null}
      <Button disabled={count === 0} onClick={onChange}>
        {t('lists.changeChosen')}
      </Button>
      <IconButton label={t('lists.stopChoosing')} onClick={chosen.stop}>
        <IconX size={22} aria-hidden="true" />
      </IconButton>
    </section>
  )
}
