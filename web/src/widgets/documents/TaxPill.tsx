import { useTranslation } from 'react-i18next'
import { StatePill } from '../../ui/StatePill'
import { type TaxState, taxStates } from './taxState'

/** These functions say how far a document has come with the tax authority. */
export function TaxPill({ state, filled }: { state: TaxState; filled?: boolean }) {
  const { t } = useTranslation()
  const [tone, icon] = taxStates[state]
  return <StatePill tone={tone} icon={icon} label={t(`taxState.${state}`)} filled={filled} />
}
