let isByArrow = false
window.addEventListener('keydown', ({ key }) => (isByArrow = key.startsWith('Arrow')), true)
window.addEventListener('pointerdown', () => (isByArrow = false), true)

/** Whether an arrow has just chosen: a field which that shows leaves the ring where it is, or the next arrow would stay in it. */
export const choseByArrow = () => isByArrow
