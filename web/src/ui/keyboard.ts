/** Installs the keyboard rules of all screens. It is loaded after the first screen: nobody presses a key before there is one. */
import { noteTouch, swallowHeldEnter, tickByEnter } from './enterKeys'
import { keepFocus } from './lostFocus'
import { moveInMenu } from './menuKeys'

window.addEventListener('keydown', swallowHeldEnter, true)
window.addEventListener('pointerdown', noteTouch, true)
document.addEventListener('keydown', tickByEnter)
document.addEventListener('keydown', moveInMenu)
keepFocus()
