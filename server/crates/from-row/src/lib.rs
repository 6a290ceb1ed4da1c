//! `#[derive(FromRow)]`: a struct whose fields are the columns of a row, by their names.
//!
//! Of a field one can say `#[row(rename = "type")]`: its column is called so; `#[row(flatten)]`: it is a struct of more columns;
//! `#[row(json)]`: its column is JSON; `#[row(default)]`: the statement may leave its column out; `#[row(skip)]`: it has none.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, LitStr, Result, parse_macro_input};

/// Implements `comanda_base::db::FromRow`.
#[proc_macro_derive(FromRow, attributes(row))]
pub fn from_row(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let fields = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => &fields.named,
            _ => return Err(Error::new_spanned(input, "its fields need names, which are those of columns")),
        },
        _ => return Err(Error::new_spanned(input, "only a struct can be a row")),
    };
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let read = fields.iter().map(read).collect::<Result<Vec<_>>>()?;
    Ok(quote! {
        impl #generics ::comanda_base::db::FromRow for #name #arguments #conditions {
            fn from_row(row: &::comanda_base::db::Row) -> ::comanda_base::db::Result<Self> {
                Ok(Self { #(#read),* })
            }
        }
    })
}

/// How a column is read.
#[derive(Debug, Default, PartialEq)]
enum How {
    #[default]
    Plain,
    Flatten,
    Json,
    Default,
    Skip,
}

/// What a field becomes in the struct's literal.
fn read(field: &Field) -> Result<TokenStream> {
    let Some(name) = &field.ident else { return Err(Error::new_spanned(field, "a field without a name")) };
    let (how, column) = asked(field, name)?;
    Ok(match how {
        How::Plain => quote! { #name: row.get(#column)? },
        How::Flatten => quote! { #name: ::comanda_base::db::FromRow::from_row(row)? },
        How::Json => quote! { #name: row.get::<::comanda_base::db::Json<_>>(#column)?.0 },
        How::Default => quote! { #name: row.get_or_default(#column)? },
        How::Skip => quote! { #name: ::core::default::Default::default() },
    })
}

/// How a field is read, and from which column.
fn asked(field: &Field, name: &Ident) -> Result<(How, String)> {
    let mut how = How::default();
    let mut column = name.to_string().trim_start_matches("r#").to_owned();
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
        attribute.parse_nested_meta(|meta| {
            let word = meta.path.require_ident()?.to_string();
            how = match word.as_str() {
                "rename" => {
                    column = meta.value()?.parse::<LitStr>()?.value();
                    return Ok(());
                }
                "flatten" => How::Flatten,
                "json" => How::Json,
                "default" => How::Default,
                "skip" => How::Skip,
                _ => return Err(meta.error("rename, flatten, json, default or skip")),
            };
            Ok(())
        })?;
    }
    Ok((how, column))
}
