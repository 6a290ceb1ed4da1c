import type { components } from '../schema.gen'

/* What is sold and what it is made of, and where the kitchen makes it. */

type Schemas = components['schemas']

/** A category of products or supplies. */
export type Category = Schemas['Category']
/** A category with the number of products or supplies in it. */
export type CategoryRow = Schemas['CategoryRow']
/** A course of a meal, such as the starters, with its place in the order of eating. */
export type Course = Schemas['Course']
/** Something that a guest chooses, such as a size, with its options in order. */
export type Attribute = Schemas['Attribute']
/** A choice of a product that can be sold, such as the large one, with what it adds to the price. */
export type Variant = Schemas['Variant']
/** A variant of a product as the office lists it. */
export type ProductVariant = Schemas['ProductVariant']
/** What a dish contains that guests may have to avoid. */
export type Allergen = Schemas['Allergen']
/** What a menu says of a dish with a small sign. */
export type DishMark = Schemas['DishMark']
/** Something extra that may be added to a line of an account, as the till sells it. */
export type Topping = Schemas['Topping']
/** A group of options to choose from with a product, such as side dishes, with how many of them. */
export type ChoiceGroup = Schemas['ChoiceGroup']
/** An option of a group: a topping at an amount of its own. */
export type ChoiceOption = Schemas['ChoiceOption']
/** A topping as the office sees it; its cost is there only for users who edit the catalogue. */
export type ToppingView = Schemas['ToppingView']
/** A product with all that is needed to sell it. */
export type SaleProduct = Schemas['Product']
/** All that the order screen needs to sell: categories, products, toppings and comments. */
export type SaleCatalog = Schemas['Sale']
/** A product as the office lists it. */
export type OfficeProduct = Schemas['OfficeProduct']
/** A product with all that the office keeps of it. */
export type ProductDetail = Schemas['ProductDetail']
/** What is changed of several products at once; absent fields stay as they are. */
export type BulkChange = Schemas['BulkChange']
/** What a change of several products did to each of them. */
export type BulkReport = Schemas['BulkReport']
/** What an import of a file did, or would do, line by line. */
export type ImportReport = Schemas['ImportReport']
/** What an import did with one line of its file, or why it could not. */
export type ImportLine = Schemas['ImportLine']
/** The hours or days at which categories and products are sold, or are cheaper. */
export type Schedule = Schemas['Schedule']
/** Something of which dishes are made; its quantities are in its own unit. */
export type Supply = Schemas['Supply']
/** A unit of measure, such as a gramme, by how much of its base unit it is. */
export type Unit = Schemas['Unit']
/** A base unit with the units that are derived from it. */
export type Measurement = Schemas['Measurement']
/** An area of the kitchen, with the minutes after which a dish is late there. */
export type ProductionArea = Schemas['ProductionArea']
/** A comment to the kitchen that is offered for a product, for a category or for anything. */
export type KitchenComment = Schemas['Comment']
/** The unit that a product is sold by, and that its prices are for: one, or a weight or volume. */
export type SaleUnit = Schemas['SaleUnit']
