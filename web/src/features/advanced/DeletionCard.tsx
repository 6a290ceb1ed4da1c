import { Button } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/OfficePage'
import c from './AdvancedScreen.module.css'
import { DeletionCounts } from './DeletionCounts'
import type { DeletableRows, Deleted } from './queries'

/** Shows one kind of deletion: what will be deleted or why it cannot be, and what was just deleted. */
export function DeletionCard(props: {
  deletion: DeletableRows
  done: Deleted | undefined
  onDelete: () => void
}) {
  const { t } = useTranslation()
  const { deletion, done, onDelete } = props
  const empty = deletion.parts.every((part) => part.count === 0)
  const title = t(`advanced.kind.${deletion.kind}`)
  return (
    <Card padded label={title}>
      <div className={c.section}>
        <div className={c.what}>
          <h2>{title}</h2>
          <p>{t(`advanced.about.${deletion.kind}`)}</p>
          {empty ? <p className={c.none}>{t('advanced.empty')}</p> : <DeletionCounts deletion={deletion} />}
          {deletion.refusal && !empty ? (
            <p className={c.refusal}>
              <IconInfoCircle size={20} stroke={1.9} aria-hidden="true" />
              {deletion.refusal}
            </p>
          ) : null}
          {done ? (
            <div className={c.done} role="status">
              <IconCircleCheck size={20} stroke={1.9} aria-hidden="true" />
              <p>
                {t('advanced.done')} <code>{done.backup}</code>
              </p>
            </div>
          ) : null}
        </div>
        <Button
          variant="default"
          disabled={empty || !!deletion.refusal}
          leftSection={<IconTrash size={20} stroke={1.8} aria-hidden="true" />}
          onClick={onDelete}
        >
          {t(`advanced.delete.${deletion.kind}`)}
        </Button>
      </div>
    </Card>
  )
}
