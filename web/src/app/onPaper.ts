import { useEffect } from 'react'
import './print.css'

/** A page is printed in light colours, whichever the screen has: dark ones would drink the ink. */
export function useLightOnPaper() {
  useEffect(() => {
    const { dataset } = document.documentElement
    const scheme = 'mantineColorScheme'
    let onScreen = dataset[scheme]
    const before = () => {
      onScreen = dataset[scheme]
      dataset[scheme] = 'light'
    }
    const after = () => {
      dataset[scheme] = onScreen
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
}
