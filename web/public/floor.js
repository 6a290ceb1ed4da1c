/*
 * The oldest browsers that sell are Safari 16.4, Chrome 111 and Firefox 121: what an older one lacks is asked for here, so that it reads
 * in words that it is too old. Written so that those run it too.
 */
;(function () {
  var sells =
    'toSorted' in [] &&
    'adoptedStyleSheets' in document &&
    window.CSS &&
    CSS.supports('color', 'color-mix(in srgb, red, red)') &&
    CSS.supports('selector(:has(a))')
  if (sells) return
  document.body.innerHTML =
    '<main style="max-width: 480px; margin: 15vh auto 0; padding: 0 24px; font: 18px/1.5 sans-serif">' +
    '<h1>Este navegador es muy antiguo</h1>' +
    '<p>Comanda necesita Safari 16.4 (iOS 16.4), Chrome 111, Edge 111 o Firefox 121, o uno más nuevo.</p>' +
    '<p>Actualiza el navegador o el sistema de este equipo, o entra desde otro. Tus datos están a salvo.</p>' +
    '</main>'
})()
