import { create } from 'zustand'
import { type House, setHouse } from './house'
import { forgetSession, readSession, writeSession } from './vault'

/** The user who is signed in, as the server answers at log-in. */
export interface User {
  id: number
  role_id: number
  role?: { id: number; name: string } | null
  name: string
  lastname: string
  username: string
  email?: string | null
  is_super_admin: boolean
  id_print?: string | null
  uuid_cashbox_selected?: number | null
  cashbox_name?: string | null
  /** True when the user has a PIN of their own. */
  has_pin: boolean
  /** True when the user signs in with a second factor. */
  has_totp: boolean
  /** The user's role requires a second factor, which is set up before anything else. */
  must_set_totp: boolean
  /** Somebody else chose the user's password, so the user chooses a new one before anything else. */
  must_change_password: boolean
  /** The user's role may do these, with or without a PIN. */
  permissions: readonly string[]
  /** The company's format of times and amounts; a session of an older version does not have it yet. */
  house?: House
}

export interface Session {
  token: string
  user: User
}

interface SessionState {
  /** It is `starting` until the stored session has been read; guards wait for it. */
  status: 'starting' | 'in' | 'out'
  session: Session | null
  /** The log-in page says once why the session ended. */
  ended: 'signed_out' | 'revoked' | null
  signIn: (session: Session) => Promise<void>
  update: (user: User) => Promise<void>
  signOut: (why?: 'signed_out' | 'revoked') => void
}

export const useSession = create<SessionState>()((set, get) => ({
  status: 'starting',
  session: null,
  ended: null,
  signIn: async (session) => {
    await writeSession(session)
    setHouse(session.user.house)
    set({ status: 'in', session, ended: null })
  },
  update: async (user) => {
    const session = get().session
    if (!session) return
    await get().signIn({ ...session, user })
  },
  signOut: (why = 'signed_out') => {
    if (get().status === 'out') return
    set({ status: 'out', session: null, ended: why })
    void forgetSession()
  },
}))

let restoring: Promise<Session | null> | null = null

/** Reads the stored session once; every guard awaits the same answer. */
export function restoreSession(): Promise<Session | null> {
  restoring ??= readSession().then((session) => {
    if (useSession.getState().status === 'starting') {
      setHouse(session?.user.house)
      useSession.setState(session ? { status: 'in', session } : { status: 'out' })
    }
    return useSession.getState().session
  })
  return restoring.then(() => useSession.getState().session)
}

export const currentUser = () => useSession.getState().session?.user ?? null

/** Returns the user on screens behind the guard, where somebody is always signed in. */
export function useUser(): User {
  const user = useSession((state) => state.session?.user)
  return user ?? nobody
}

/* This user is seen only for the moment between signing out and leaving the screen. */
const nobody: User = {
  id: 0,
  role_id: 0,
  role: null,
  name: '',
  lastname: '',
  username: '',
  email: null,
  is_super_admin: false,
  id_print: null,
  uuid_cashbox_selected: null,
  cashbox_name: null,
  has_pin: false,
  has_totp: false,
  must_set_totp: false,
  must_change_password: false,
  permissions: [],
}

/** True when the user must choose a password or set up a second factor before any work. */
export const isHeldUp = (user: User) => user.must_change_password || user.must_set_totp

export const fullName = (user: Pick<User, 'name' | 'lastname'>) => `${user.name} ${user.lastname}`.trim()
