import i18next from '../i18n/i18n'
import '../i18n/translated'
import { showToast } from './toasts'

/** The notice stays long enough to be read and followed in the browser's menu. */
const longMs = 20_000

export const warnOfTranslation = () =>
  showToast('warning', i18next.t('translated.title'), i18next.t('translated.text'), longMs)
