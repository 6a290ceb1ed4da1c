/**
 * Turns sentences addressed to "tú" into ones addressed to "vos". es_ar is made of es_pe by it, and so is what the server says: a
 * new text is right in both. What it cannot know (a word of the country, a verb that may be a noun) is in `own.json`.
 */

const pairs = (list: string) =>
  new Map(
    list
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':') as [string, string]),
  )

/** These verbs ask somebody to do something. */
const imperatives = pairs(`
  abre:abrí acerca:acercá achica:achicá acomoda:acomodá acorta:acortá activa:activá actualiza:actualizá agranda:agrandá
  agrega:agregá anula:anulá apaga:apagá arma:armá arrastra:arrastrá atiende:atendé avisa:avisá baja:bajá borra:borrá busca:buscá
  cambia:cambiá cancela:cancelá cierra:cerrá cobra:cobrá completa:completá configura:configurá confirma:confirmá conoce:conocé
  construye:construí copia:copiá corrige:corregí crea:creá cuenta:contá decide:decidí deja:dejá desactiva:desactivá
  descarga:descargá descarta:descartá detén:detené devuelve:devolvé di:decí divide:dividí edita:editá elige:elegí
  elimina:eliminá empieza:empezá enciende:encendé entra:entrá envía:enviá escanea:escaneá escribe:escribí espera:esperá
  guarda:guardá habla:hablá haz:hacé imprime:imprimí ingresa:ingresá inicia:iniciá instala:instalá intenta:intentá
  junta:juntá libera:liberá llama:llamá mantén:mantené marca:marcá mira:mirá muestra:mostrá mueve:mové nombra:nombrá
  paga:pagá parte:partí pasa:pasá pega:pegá pide:pedí pon:poné pregunta:preguntá prueba:probá quita:quitá redondea:redondeá reduce:reducí
  rechaza:rechazá registra:registrá reimprime:reimprimí reinicia:reiniciá renueva:renová reparte:repartí repite:repetí restaura:restaurá resuelve:resolvé
  revisa:revisá saca:sacá selecciona:seleccioná sienta:sentá sigue:seguí sube:subí suma:sumá ten:tené termina:terminá
  toca:tocá toma:tomá usa:usá ve:andá vincula:vinculá vuelve:volvé`)

/** These words may also be nouns, or verbs about somebody else: they are imperatives before these words only. */
const onlyBefore = new Map<string, RegExp>([
  ['activa', /^ («|o\b|otr[ao]\b)/],
  ['anula', /^ (el comprobante|la compra|primero|su|uno)\b/],
  ['atiende', /^ la\b/],
  ['cambia', /^ (el|la|los|su|tu)\b/],
  ['cobra', /^ (el|los|por)\b/],
  ['confirma', /^ si\b/],
  ['construye', /^$/],
  ['copia', /^ (el|la|otra)\b/],
  ['cuenta', /^ (antes|los|otra)\b/],
  ['deja', /^ (el certificado|los|una|vacíos?)(?=\P{L}|$)/u],
  ['devuelve', /^ (el|por|primero|su)\b/],
  ['edita', /^ (el|la)\b/],
  ['empieza', /^ por\b/],
  ['entra', /^ (a|otra)\b/],
  ['espera', /^(:| (a que|diez|para|un|unos|y)\b)/],
  ['imprime', /^ (el|la|los|las)\b/],
  ['ingresa', /^ (con tu|otra|un)\b/],
  ['llama', /^ a\b/],
  ['marca', /^ («|lo\b|zona\b)/],
  ['muestra', /^ la\b/],
  ['paga', /^ hasta\b/],
  ['parte', /^ (el|la)\b/],
  ['pasa', /^ (antes|esas|primero)\b/],
  ['pide', /^ (a|al|ayuda|el enlace|hasta|otro|por|que|un|uno)\b/],
  ['prueba', /^ (con|más|otra)\b/],
  ['sigue', /^ en\b/],
  ['suma', /^ las\b/],
  ['toma', /^ un\b/],
  ['ve', /^ a\b/],
])

/** These verb forms always address the reader, wherever they stand. */
const others = pairs(`
  abres:abrís agregas:agregás autorizas:autorizás borras:borrás cierras:cerrás creas:creás dejas:dejás entras:entrás guardas:guardás mandas:mandás quitas:quitás buscas:buscás cambias:cambiás cobras:cobrás debes:debés dudas:dudás eliges:elegís emites:emitís empiezas:empezás
  eres:sos escribes:escribís ingresas:ingresás lees:leés llevas:llevás mides:medís necesitas:necesitás olvidas:olvidás pagas:pagás pides:pedís
  pierdes:perdés puedes:podés quieres:querés reconoces:reconocés sabes:sabés sales:salís terminas:terminás tienes:tenés usas:usás
  vendes:vendés vienes:venís vuelves:volvés tú:vos aquí:acá hazlo:hacelo hazla:hacela ponlo:ponelo ponla:ponela pésalo:pesalo`)

const clauseBegins = /(^|[.:;,…!?¿¡("'«»›]|\b(y|o|ni|seguir|después|antes|ahora|primero|luego|también)) *$/i
const hungOn = /^(\p{L}+?)(se)?(l[oae]s?)$/u

const bare = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\u0301/g, '')
    .normalize('NFC')
const hung = new Map([...imperatives].map(([verb, other]) => [bare(verb), other]))

/** Changes an imperative with a pronoun: ciérrala, avísale. The accent tells it from everything else. */
function withPronoun(word: string): string | undefined {
  const [, verb = '', se = '', it = ''] = hungOn.exec(word) ?? []
  const other = bare(verb) === verb ? undefined : hung.get(bare(verb))
  // With two pronouns the stress keeps its accent: pedíselo.
  return other && (se ? other : bare(other)) + se + it
}

const isAsked = (word: string, before: string, after: string) =>
  /^ tus? /.test(after) || (clauseBegins.test(before) && (onlyBefore.get(word)?.test(after) ?? true))

/** Changes a sentence: `Elige otro nombre.` → `Elegí otro nombre.` */
export function voseo(text: string): string {
  return text.replace(/\p{L}+/gu, (found, at: number) => {
    const word = found.toLowerCase()
    const said =
      others.get(word) ??
      withPronoun(word) ??
      (isAsked(word, text.slice(0, at), text.slice(at + found.length)) ? imperatives.get(word) : undefined)
    if (!said) return found
    return found.charAt(0) === word.charAt(0) ? said : said.charAt(0).toUpperCase() + said.slice(1)
  })
}
