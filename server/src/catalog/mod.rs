//! What is sold: categories, products with variants, toppings and combos, and what is sold out today.

pub mod selling;
