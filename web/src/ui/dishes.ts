import { searchKey } from './format'

/** A thing that the picture draws on a plate or in a glass. */
export type Piece =
  | 'rice'
  | 'fries'
  | 'beef'
  | 'onion'
  | 'tomato'
  | 'egg'
  | 'boiledEgg'
  | 'olive'
  | 'herb'
  | 'shrimp'
  | 'pea'
  | 'bean'
  | 'noodle'
  | 'steak'
  | 'chicken'
  | 'potato'
  | 'fish'
  | 'pepper'
  | 'lettuce'
  | 'breaded'
  | 'ice'
  | 'lime'
  | 'foam'
  | 'cream'
  | 'berry'

/** The picture of a product without a photo, seen from above: a base colour and the pieces on it. */
export interface Dish {
  base: string
  top: Piece[]
  /** True for a glass instead of a plate. */
  glass?: boolean
}

const plate = (base: string, ...top: Piece[]): Dish => ({ base, top })
const glass = (base: string, ...top: Piece[]): Dish => ({ base, top, glass: true })

/* The first of these words found whole in the name decides, also in the plural; desserts and more specific words stand first. */
const known: [string, Dish][] = [
  ['mazamorra', plate('#5b1f4a', 'berry')],
  ['arroz con leche', plate('#fbf3e0', 'cream', 'berry')],
  ['suspiro', plate('#d9a45a', 'cream')],
  ['picaron', plate('#c9812f', 'breaded')],
  ['crema volteada', plate('#c9812f', 'cream')],
  ['tres leches', plate('#fbf3e0', 'cream', 'berry')],
  ['torta', plate('#4a2a18', 'cream', 'berry')],
  ['helado', plate('#f3d9d9', 'cream', 'berry')],
  ['brownie', plate('#3f2114', 'cream')],
  ['cheesecake', plate('#fbf3e0', 'cream', 'berry')],
  ['pie', plate('#f0d9a0', 'cream')],
  ['queque', plate('#d9a45a', 'breaded')],
  ['keke', plate('#d9a45a', 'breaded')],
  ['alfajor', plate('#f3e3b0', 'cream')],
  ['flan', plate('#c9812f', 'cream')],
  ['mousse', plate('#4a2a18', 'cream')],
  ['tacu tacu', plate('#8a5a35', 'beef', 'egg', 'onion')],
  ['lomo', plate('#7a3f22', 'rice', 'fries', 'beef', 'onion', 'tomato')],
  ['aji de gallina', plate('#e9b93c', 'rice', 'boiledEgg', 'olive', 'herb')],
  ['arroz con mariscos', plate('#d98a34', 'shrimp', 'pea', 'herb', 'onion')],
  ['arroz con pollo', plate('#7e9440', 'pea', 'chicken', 'onion')],
  ['seco', plate('#6f7a2c', 'rice', 'bean', 'beef', 'herb')],
  ['tallarin', plate('#6f9a3e', 'noodle', 'steak')],
  ['spaghetti', plate('#c15a2b', 'noodle', 'herb')],
  ['lo pobre', plate('#8d5a2e', 'rice', 'steak', 'egg', 'fries')],
  ['carapulcra', plate('#a8562a', 'noodle', 'bean', 'herb')],
  ['cau cau', plate('#dcb545', 'rice', 'potato', 'herb')],
  ['macho', plate('#d2702f', 'fish', 'shrimp', 'herb')],
  ['chaufa', plate('#b98442', 'shrimp', 'pea', 'boiledEgg')],
  ['rocoto', plate('#b4582b', 'pepper', 'potato')],
  ['brasa', plate('#f3efe6', 'fries', 'chicken', 'lettuce')],
  ['estofado', plate('#c15a2b', 'rice', 'potato', 'pea', 'chicken')],
  ['milanesa', plate('#f3efe6', 'breaded', 'lettuce', 'tomato')],
  ['chicharron', plate('#e4c48a', 'breaded', 'onion', 'lime')],
  ['jalea', plate('#e4c48a', 'breaded', 'onion', 'lime')],
  ['leche de tigre', glass('#f2ead6', 'onion', 'lime')],
  ['tiradito', plate('#f0b64a', 'fish', 'onion')],
  ['ceviche', plate('#f3efe6', 'fish', 'onion', 'pepper', 'lime')],
  ['cebiche', plate('#f3efe6', 'fish', 'onion', 'pepper', 'lime')],
  ['pulpo', plate('#8c3b2f', 'potato', 'olive', 'herb')],
  ['conchas', plate('#f0d9a0', 'cream', 'herb')],
  ['causa', plate('#f0c648', 'olive', 'egg', 'herb')],
  ['papa', plate('#f0c648', 'potato', 'boiledEgg', 'olive', 'lettuce')],
  ['ocopa', plate('#8fa04a', 'potato', 'boiledEgg', 'olive')],
  ['solterito', plate('#d7dd9c', 'bean', 'tomato', 'olive')],
  ['ensalada', plate('#dbe8b8', 'lettuce', 'tomato', 'onion', 'olive')],
  ['tequeno', plate('#f3efe6', 'breaded', 'cream')],
  ['anticucho', plate('#f3efe6', 'beef', 'potato')],
  ['mollejita', plate('#c98a4a', 'beef', 'potato', 'herb')],
  ['molleja', plate('#c98a4a', 'beef', 'potato', 'herb')],
  ['parrilla', plate('#6b3519', 'steak', 'chicken', 'fries')],
  ['bife', plate('#f3efe6', 'steak', 'fries', 'lettuce')],
  ['asado', plate('#f3efe6', 'steak', 'potato', 'lettuce')],
  ['costilla', plate('#f3efe6', 'steak', 'fries')],
  ['picana', plate('#f3efe6', 'steak', 'fries', 'lettuce')],
  ['picanha', plate('#f3efe6', 'steak', 'fries', 'lettuce')],
  ['chuleta', plate('#f3efe6', 'steak', 'potato', 'lettuce')],
  ['chorizo', plate('#f3efe6', 'beef', 'lettuce')],
  ['hamburguesa', plate('#f3efe6', 'breaded', 'fries', 'lettuce')],
  ['pollo', plate('#f3efe6', 'chicken', 'fries', 'lettuce')],
  ['chupe', plate('#e08f3c', 'shrimp', 'cream', 'herb')],
  ['parihuela', plate('#b8432a', 'shrimp', 'fish', 'herb')],
  ['aguadito', plate('#7fa04a', 'chicken', 'pea')],
  ['sopa', plate('#dca94f', 'noodle', 'chicken', 'herb')],
  ['caldo', plate('#e2c071', 'chicken', 'boiledEgg', 'herb')],
  ['dieta', plate('#e2c071', 'noodle', 'chicken')],
  ['sancochado', plate('#e2c071', 'beef', 'potato', 'herb')],
  ['camaron', plate('#e08f3c', 'shrimp', 'herb')],
  ['pescado', plate('#e4c48a', 'fish', 'potato', 'lime')],
  ['trucha', plate('#f3efe6', 'fish', 'potato', 'lime')],
  ['mate', glass('#c9a24a', 'herb')],
  ['chicha', glass('#5b1f4a', 'ice')],
  ['maracuya', glass('#f2b02e', 'ice')],
  ['limonada', glass('#dbe7a4', 'ice', 'lime')],
  ['naranja', glass('#f29a2e', 'ice')],
  ['emoliente', glass('#c58a3a', 'lime')],
  ['inca', glass('#f4d21f', 'ice')],
  ['coca', glass('#3b1d14', 'ice', 'lime')],
  ['agua', glass('#d7ecf5', 'ice')],
  ['cerveza', glass('#e8a92e', 'foam')],
  ['cusquena', glass('#e8a92e', 'foam')],
  ['pilsen', glass('#e8a92e', 'foam')],
  ['chopp', glass('#e8a92e', 'foam')],
  ['pisco sour', glass('#eee6c4', 'foam')],
  ['sour', glass('#f0c94a', 'foam')],
  ['chilcano', glass('#e9d9a6', 'ice', 'lime')],
  ['mojito', glass('#cfe3b0', 'ice', 'lime', 'herb')],
  ['algarrobina', glass('#a5703a', 'foam')],
  ['machu', glass('#6dab5a', 'ice')],
  ['sangria', glass('#7d1f33', 'ice', 'berry')],
  ['vino', glass('#6d1730')],
  ['cafe', glass('#4a2a18', 'foam')],
  ['te', glass('#a5652a', 'lime')],
  ['infusion', glass('#c9a24a', 'herb')],
  ['manzanilla', glass('#e6cf6a', 'herb')],
  ['combo', plate('#e9b93c', 'rice', 'steak', 'fries')],
  ['menu', plate('#e9b93c', 'rice', 'chicken', 'herb')],
  ['arroz', plate('#fffaf0', 'rice', 'pea')],
  ['camote', plate('#e07a2c', 'potato')],
  ['yuca', plate('#f3e3b0', 'fries')],
  ['jugo', glass('#f2a53a', 'ice')],
  ['gaseosa', glass('#3b1d14', 'ice')],
]

const words = known.map(([word, dish]) => [new RegExp(`\\b${word}(s|es)?\\b`), dish] as const)

const plates: Dish[] = [
  plate('#c98a4a', 'rice', 'herb'),
  plate('#8d5a2e', 'rice', 'beef', 'herb'),
  plate('#d98a34', 'potato', 'herb'),
  plate('#7e9440', 'rice', 'pea'),
]

/** Returns the drawing of a product by words in its name; the same name always looks the same. */
export function dishOf(name: string): Dish {
  const key = searchKey(name)
  const found = words.find(([word]) => word.test(key))
  if (found) return found[1]
  const sum = [...key, ' '].reduce((total, char) => total + char.charCodeAt(0), 0)
  return plates[sum % plates.length] ?? plate('#c98a4a', 'rice')
}

/** Returns a product's own drawing from the catalog, else one by its name. */
export function plateOf(product: { name: string; plate: string }): Dish {
  try {
    const dish: unknown = product.plate ? JSON.parse(product.plate) : null
    if (isDish(dish)) return dish
  } catch {
    // The stored picture was written by hand and is broken, so the name decides.
  }
  return dishOf(product.name)
}

const isDish = (value: unknown): value is Dish =>
  typeof value === 'object' &&
  value !== null &&
  'base' in value &&
  typeof value.base === 'string' &&
  /^#[\da-f]{6}$/i.test(value.base) &&
  'top' in value &&
  Array.isArray(value.top)
