let isByArrow = false
window.addEventListener('keydown', ({ key }) => (isByArrow = key.startsWith('Arrow')), true)
window.addEventListener('pointerdown', () => (isByArrow = false), true)

/**
 * Returns whether an arrow has just chosen: a field that appears then must not take the focus, or the next arrow would stay in
 * it.
 */
export const choseByArrow = () => isByArrow
