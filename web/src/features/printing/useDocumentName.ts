import { useTranslation } from 'react-i18next'

/** Returns the name of a kind of document: "COMMAND" → "Comanda"; an unknown kind keeps the server's name. */
export function useDocumentName() {
  const { t, i18n } = useTranslation()
  return (document: string) => {
    const key = `printing.document.${document.toUpperCase()}`
    return i18n.exists(key) ? t(key as 'printing.document.TEST') : document
  }
}
