import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { MethodStanding } from '../../../../api/model'
import c from './Reconciliation.module.css'

interface Props {
  name: string
  standing: MethodStanding
  /** The path to the same days in the report of cash boxes. */
  boxes: string
}

/** Cash has no statement file: it agrees where every drawer was counted and held what it should. */
export function CashPanel({ name, standing, boxes }: Props) {
  const { t } = useTranslation()
  const state = t(`reconciliation.standing.${standing.standing}`, { count: standing.to_clear })
  return (
    <section className={c.card} aria-label={name}>
      <header className={c.head}>
        <div>
          <h2>{state}</h2>
          <p>
            {t('reconciliation.closings', { count: standing.closed_cycles })}.{' '}
            {t('reconciliation.cashText', { name })}
          </p>
        </div>
        <Button component={Link} variant="default" to={boxes}>
          {t('reconciliation.seeBoxes')}
        </Button>
      </header>
    </section>
  )
}
