import { create } from 'zustand'

export type ToastKind = 'success' | 'danger' | 'warning'
export interface Toast {
  id: number
  kind: ToastKind
  title: string
  text?: string
  /** An action that is offered while the notice is shown. */
  action?: { label: string; run: () => void }
  /** The time when it was shown, in ms of `performance.now`. */
  at: number
  ms: number
}

export const toastMs = 3000

/* One timer serves all kinds: a newer notice cancels the pending hide of the earlier one. */
let timer: ReturnType<typeof setTimeout> | undefined
let lastId = 0

export const useToasts = create<{ toast: Toast | null; close: () => void }>()((set) => ({
  toast: null,
  close: () => {
    clearTimeout(timer)
    set({ toast: null })
  },
}))

/** Shows a notice for three seconds, or for `ms` where there is more to read. */
export function showToast(
  kind: ToastKind,
  title: string,
  text?: string,
  ms = toastMs,
  action?: Toast['action'],
) {
  clearTimeout(timer)
  lastId += 1
  useToasts.setState({ toast: { id: lastId, kind, title, text, action, at: performance.now(), ms } })
  timer = setTimeout(() => useToasts.setState({ toast: null }), ms)
}
