//! `#[derive(FromRow)]` for a struct whose fields are read from the columns of a row with the same names, and `#[derive(ToRow)]` for one
//! that is written to them.
//!
//! Attributes of a field: `#[row(rename = "type")]` names its column; `#[row(flatten)]` reads it as a struct of several columns;
//! `#[row(json)]` reads a JSON column; `#[row(default)]` lets the statement leave the column out; `#[row(with = function)]` makes it of the
//! row by a function `fn(&Row) -> db::Result<T>`; `#[row(skip)]` reads no column.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, LitStr, Path, Result, parse_macro_input};

/// Implements `comanda_base::db::FromRow`.
#[proc_macro_derive(FromRow, attributes(row))]
pub fn from_row(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Implements `comanda_base::db::ToRow`, for fields that are one column each; `skip` leaves a field out.
#[proc_macro_derive(ToRow, attributes(row))]
pub fn to_row(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand_to_row(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn named_fields(input: &DeriveInput) -> Result<impl Iterator<Item = &Field>> {
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Ok(fields.named.iter()),
            _ => Err(Error::new_spanned(input, "its fields need names, which are those of columns")),
        },
        _ => Err(Error::new_spanned(input, "only a struct can be a row")),
    }
}

fn expand_to_row(input: &DeriveInput) -> Result<TokenStream> {
    let (mut names, mut columns) = (Vec::new(), Vec::new());
    for field in named_fields(input)? {
        let Some(name) = &field.ident else { return Err(Error::new_spanned(field, "a field without a name")) };
        match parse_attributes(field, name)? {
            (FieldSource::Plain, column) => {
                names.push(name);
                columns.push(column);
            }
            (FieldSource::Skip, _) => {}
            _ => return Err(Error::new_spanned(field, "only a field of one column can be written")),
        }
    }
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics ::comanda_base::db::ToRow for #name #arguments #conditions {
            const COLUMNS: &'static [&'static str] = &[#(#columns),*];
            fn to_row(&self) -> ::std::vec::Vec<(&'static str, ::comanda_base::db::Arg)> {
                vec![#((#columns, ::comanda_base::db::ToArg::arg(&self.#names))),*]
            }
        }
    })
}

fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let read = named_fields(input)?.map(field_initializer).collect::<Result<Vec<_>>>()?;
    Ok(quote! {
        impl #generics ::comanda_base::db::FromRow for #name #arguments #conditions {
            fn from_row(row: &::comanda_base::db::Row) -> ::comanda_base::db::Result<Self> {
                Ok(Self { #(#read),* })
            }
        }
    })
}

/// The expression by which a field is read from a row.
#[derive(Default)]
enum FieldSource {
    #[default]
    Plain,
    Flatten,
    Json,
    Default,
    With(Path),
    Skip,
}

/// Returns the initializer of a field in the struct's literal.
fn field_initializer(field: &Field) -> Result<TokenStream> {
    let Some(name) = &field.ident else { return Err(Error::new_spanned(field, "a field without a name")) };
    let (how, column) = parse_attributes(field, name)?;
    Ok(match how {
        FieldSource::Plain => quote! { #name: row.get(#column)? },
        FieldSource::Flatten => quote! { #name: ::comanda_base::db::FromRow::from_row(row)? },
        FieldSource::Json => quote! { #name: row.get::<::comanda_base::db::Json<_>>(#column)?.0 },
        FieldSource::Default => quote! { #name: row.get_or_default(#column)? },
        FieldSource::With(function) => quote! { #name: #function(row)? },
        FieldSource::Skip => quote! { #name: ::core::default::Default::default() },
    })
}

/// Reads the field's `#[row(…)]` attributes; the column's name is the field's unless it is renamed.
fn parse_attributes(field: &Field, name: &Ident) -> Result<(FieldSource, String)> {
    let mut how = FieldSource::default();
    let mut column = name.to_string().trim_start_matches("r#").to_owned();
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
        attribute.parse_nested_meta(|meta| {
            let word = meta.path.require_ident()?.to_string();
            how = match word.as_str() {
                "rename" => {
                    column = meta.value()?.parse::<LitStr>()?.value();
                    return Ok(());
                }
                "flatten" => FieldSource::Flatten,
                "json" => FieldSource::Json,
                "default" => FieldSource::Default,
                "with" => FieldSource::With(meta.value()?.parse()?),
                "skip" => FieldSource::Skip,
                _ => return Err(meta.error("rename, flatten, json, default, with or skip")),
            };
            Ok(())
        })?;
    }
    Ok((how, column))
}
