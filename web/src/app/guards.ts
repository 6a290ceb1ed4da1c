import { type LoaderFunctionArgs, redirect, replace } from 'react-router'
import { checkLicence } from '../data/licence/queries'
import { landing, mayOpen } from '../session/permissions'
import { restoreSession } from '../session/session'

/** Guards / and /login: somebody who is already signed in goes on to their first screen. */
export async function onlySignedOut() {
  const session = await restoreSession()
  if (session) throw replace(landing(session.user))
  return null
}

/** Guards the root, which has no page: who goes back from the page that it leads to leaves the app. */
export async function redirectFromRoot() {
  const session = await restoreSession()
  throw replace(session ? landing(session.user) : '/login')
}

/** Guards the page of the first log-in, which is open only while a password has to be changed. */
export async function onlyWithGivenPassword() {
  const session = await restoreSession()
  if (!session) throw redirect('/login')
  if (!session.user.must_change_password) throw redirect(landing(session.user))
  return null
}

/** Guards the page of the second factor, which is open only while the role requires one and there is none. */
export async function onlyWithoutSecondFactor() {
  const session = await restoreSession()
  if (!session) throw redirect('/login')
  if (!session.user.must_set_totp) throw redirect(landing(session.user))
  return null
}

/** Guards every other path: it needs a session, a role that may be here, and a licence. */
export async function onlySignedIn({ request, params }: LoaderFunctionArgs) {
  const session = await restoreSession()
  if (!session) throw redirect('/login')
  if (session.user.must_change_password) throw redirect('/own-password')
  if (session.user.must_set_totp) throw redirect('/second-factor')
  if (!mayOpen(session.user, new URL(request.url).pathname)) throw redirect(landing(session.user))
  if (hasWrongId(params)) throw redirect('/not-found')
  // The licence check is not awaited: a slow one must not stand between a waiter and a table.
  if (!session.user.is_super_admin) void checkLicence()
  return null
}

/**
 * Returns whether an address was cut or mistyped where it names something by its number: no server needs to be asked for that.
 */
export const hasWrongId = (params: LoaderFunctionArgs['params']) =>
  Object.entries(params).some(([name, value]) => name.endsWith('Id') && !/^[1-9]\d{0,15}$/.test(value ?? ''))
