import { expectTypeOf, it } from 'vitest'
import type { Permission } from '../session/permissions'
import type { components } from './schema.gen'

it('the screens ask for no permission that the server does not know', () => {
  expectTypeOf<Permission>().toExtend<components['schemas']['Action']>()
})
