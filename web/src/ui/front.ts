import { create } from 'zustand'

interface Front {
  /** Open dialogs, the last one in front. All else is inert behind it. */
  dialogs: HTMLElement[]
  enter: (dialog: HTMLElement) => () => void
}

/** What stands before everything: a notice must be in there to be seen and closed. */
export const useFront = create<Front>()((set) => ({
  dialogs: [],
  enter: (dialog) => {
    set(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }))
    return () => set(({ dialogs }) => ({ dialogs: dialogs.filter((each) => each !== dialog) }))
  },
}))
