import { useTranslation } from 'react-i18next'

/** What a kind of document is called: "COMMAND" → "Comanda"; one that is not known keeps the server's name. */
export function useDocumentName() {
  const { t, i18n } = useTranslation()
  return (document: string) => {
    const key = `printing.document.${document.toUpperCase()}`
    return i18n.exists(key) ? t(key as 'printing.document.TEST') : document
  }
}
