/** These pure functions make the name of a new item out of a supplier's words. */

/** These units may stand behind a number. */
const units: Record<string, string> = { L: 'L', LT: 'L', LTS: 'L', GR: 'g', GRS: 'g', KGS: 'kg' }

const unitOf = (letters: string) => units[letters] ?? letters.toLowerCase()

/** Returns "Aceite vegetal x 18 L" for "ACEITE VEGETAL X 18L"; a text that is not all in capitals stays. */
export function ourName(text: string): string {
  const words = text.trim().replace(/\s+/g, ' ')
  if (words !== words.toUpperCase()) return words
  const quiet = words
    // Amounts come first: "18L", "25 KG", "1.5LT".
    .replace(/(\d)\s?(L|LTS?|KGS?|GRS?|G|ML|CC|UNDS?|OZ|LB)(?![\p{L}\d])/gu, (_, digit, unit) => {
      return `${digit} ${unitOf(unit)}`
    })
    // Only words of letters are changed: "F1" and "N°2" are codes.
    .replace(/(?<![\p{L}\d])\p{Lu}{2,}(?![\p{L}\d])|(?<= )\p{Lu}(?= )/gu, (word) => word.toLowerCase())
  return quiet.charAt(0).toUpperCase() + quiet.slice(1)
}
