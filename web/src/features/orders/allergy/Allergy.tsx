import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazyPart'
import { Part } from '../../../ui/Part'
import type { OrderScreenState } from '../useOrderScreen'
import { hasAllergy } from './hasAllergy'

const AllergyBand = lazyPart(() => import('./AllergyBand').then((m) => m.AllergyBand))

/** The band with an account's allergy; its code loads with the first account that has one. */
export function Allergy({ work }: { work: OrderScreenState }) {
  if (!hasAllergy(work.request)) return null
  return (
    <Part fallback={null}>
      <Suspense fallback={null}>
        <AllergyBand work={work} />
      </Suspense>
    </Part>
  )
}
