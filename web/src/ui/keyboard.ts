/** Installs the keyboard rules of all screens. It is loaded after the first screen: nobody presses a key before there is one. */
import { forgetLastKey, onAnyKeyDown, tickByEnter } from './enterKeys'
import { keepFocus } from './lostFocus'
import { moveInMenu } from './menuKeys'

window.addEventListener('keydown', onAnyKeyDown, true)
window.addEventListener('pointerdown', forgetLastKey, true)
document.addEventListener('keydown', tickByEnter)
document.addEventListener('keydown', moveInMenu)
keepFocus()
