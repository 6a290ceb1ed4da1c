import type { Attribute, CategoryRow, ChoiceGroup, ToppingView } from '../../../api/model'
import { QuickAttribute } from './QuickAttribute'
import { QuickCategory } from './QuickCategory'
import { QuickChoiceGroup } from './QuickChoiceGroup'
import { QuickTopping } from './QuickTopping'

/** A new record that is made without leaving the form that needs it, which chooses it once it is saved. */
export type Creating =
  | { kind: 'category'; typed: string; choose: (made: CategoryRow) => void }
  | { kind: 'attribute'; typed: string; choose: (made: Attribute) => void }
  | { kind: 'choiceGroup'; typed: string; choose: (made: ChoiceGroup) => void }
  | { kind: 'topping'; typed: string; choose: (made: ToppingView) => void }

export function QuickCreate({ creating, onClose }: { creating: Creating; onClose: () => void }) {
  if (creating.kind === 'category')
    return <QuickCategory typed={creating.typed} onMade={creating.choose} onClose={onClose} />
  if (creating.kind === 'attribute') return <QuickAttribute onMade={creating.choose} onClose={onClose} />
  if (creating.kind === 'choiceGroup')
    return <QuickChoiceGroup typed={creating.typed} onMade={creating.choose} onClose={onClose} />
  return <QuickTopping onMade={creating.choose} onClose={onClose} />
}
