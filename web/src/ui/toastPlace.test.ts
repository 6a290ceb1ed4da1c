import { afterEach, describe, expect, it } from 'vitest'
import { clearOf, placeNow, toastPlace } from './toastPlace'

describe('where a notice stands', () => {
  const phone = { width: 360, height: 740 }
  it('on a phone above the bar at the foot', () =>
    expect(toastPlace({ ...phone, above: { left: 0, top: 660, width: 360 } })).toEqual({
      left: 8,
      width: 344,
      bottom: 88,
    }))
  it('inside the window while the sheet with the bar is still coming in', () =>
    expect(toastPlace({ ...phone, above: { left: 0, top: 1180, width: 360 } })).toMatchObject({ bottom: 8 }))
  it('on a phone without a bar at the foot of the screen', () =>
    expect(toastPlace(phone)).toEqual({ left: 8, right: 8, bottom: 16 }))
  it('beside the account of a tablet, however wide', () => {
    const beside = { left: 440, top: 150, width: 328 }
    expect(toastPlace({ width: 768, height: 1024, beside })).toEqual({ right: 344, width: 408, bottom: 28 })
  })
  it('over the button that collects, as wide as that', () => {
    const above = { left: 969, top: 720, width: 295 }
    expect(toastPlace({ width: 1280, height: 800, above })).toEqual({ left: 969, width: 295, bottom: 88 })
  })
  it('beside a form, or above it where it takes the whole screen', () => {
    expect(toastPlace({ width: 1280, height: 800, drawer: { left: 760, top: 0, width: 520 } })).toEqual({
      right: 536,
      width: 420,
      bottom: 28,
    })
    expect(toastPlace({ ...phone, drawer: { left: 0, top: 0, width: 360 } })).toEqual({
      right: 16,
      width: 328,
      top: 16,
    })
  })
  it('at the corner where a rail takes the whole width', () => {
    const beside = { left: 0, top: 700, width: 768 }
    expect(toastPlace({ width: 768, height: 1024, beside })).toEqual({ right: 28, width: 420, bottom: 28 })
  })
})

describe('a notice and the buttons of a form', () => {
  const phone = { width: 360, height: 740 }
  const notice = { width: 344, height: 48 }
  const below = { left: 8, right: 8, bottom: 16 }
  const save = { left: 16, top: 676, width: 328, height: 52 }
  it('stays where it covers none', () => expect(clearOf(below, notice, phone, 56, [])).toEqual(below))
  it('stands right above those that it would cover', () =>
    expect(clearOf(below, notice, phone, 56, [save])).toEqual({ left: 8, right: 8, bottom: 72 }))
  it('stands below the heading where buttons fill the foot', () => {
    const keys = [0, 1, 2, 3, 4, 5].map((row) => ({ ...save, top: 400 + 56 * row }))
    expect(clearOf(below, notice, phone, 56, [...keys, { ...save, top: 340 }])).toEqual({
      left: 8,
      right: 8,
      top: 64,
    })
  })
  it('never leaves the window', () => {
    const wall = [{ left: 0, top: 0, width: 360, height: 740 }]
    const top = clearOf(below, notice, phone, 56, wall).top
    expect(top === undefined || Number(top) >= 0).toBe(true)
  })
})

describe('a notice on a screen that keeps no room for it', () => {
  afterEach(() => {
    document.body.innerHTML = ''
  })
  /** A part of the screen at a given place, for there is no layout here. */
  const put = (html: string, ...boxes: [left: number, top: number, width: number, height: number][]) => {
    Object.assign(window, { innerWidth: 360, innerHeight: 740 })
    document.body.innerHTML = html
    for (const [at, [left, top, width, height]] of boxes.entries()) {
      const part = document.querySelectorAll<HTMLElement>('header, main *')[at]
      if (!part) continue
      part.getBoundingClientRect = () => new DOMRect(left, top, width, height)
      part.checkVisibility = () => true
    }
    const notice = document.createElement('div')
    notice.getBoundingClientRect = () => new DOMRect(8, 676, 344, 48)
    return placeNow(undefined, notice)
  }
  it('stands above the main key at the foot', () =>
    expect(put('<main><button>Guardar</button></main>', [16, 660, 328, 64])).toMatchObject({ bottom: 88 }))
  it('stands below the heading where keys fill the screen', () =>
    expect(
      put(
        '<header></header><main><button>7</button><button>0</button><button>Siguiente</button></main>',
        [0, 0, 360, 60],
        [8, 520, 110, 64],
        [8, 588, 110, 64],
        [120, 660, 232, 72],
      ),
    ).toMatchObject({ top: 68 }))
  it('stands where it is over the menu of a row, or over what a bar makes room for', () => {
    expect(put('<main><button>Más</button></main>', [300, 680, 48, 48])).toMatchObject({ bottom: 16 })
    expect(
      put(
        '<main><button>Plato</button><nav data-toast-above></nav></main>',
        [8, 560, 170, 120],
        [0, 684, 360, 56],
      ),
    ).toMatchObject({ bottom: 64 })
  })
})
