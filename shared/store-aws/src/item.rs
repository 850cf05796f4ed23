//! Records as DynamoDB has them: keys, values, conditions.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use platen_service::store::StoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::unbuilt;

/// A record as DynamoDB holds it.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// Where a record stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) pk: String,
    pub(crate) sk: String,
}

impl Key {
    pub(crate) fn new(pk: impl Into<String>, sk: impl Into<String>) -> Key {
        Key { pk: pk.into(), sk: sk.into() }
    }

    pub(crate) fn item(&self) -> Item {
        HashMap::from([("pk".to_owned(), text(&self.pk)), ("sk".to_owned(), text(&self.sk))])
    }
}

/// A condition with its names and values; also those of an update expression.
#[derive(Debug, Clone, Default)]
pub(crate) struct Condition {
    pub(crate) expression: Option<String>,
    pub(crate) names: Option<HashMap<String, String>>,
    pub(crate) values: Option<Item>,
}

impl Condition {
    pub(crate) fn when(expression: &str) -> Condition {
        Condition { expression: Some(expression.to_owned()), ..Condition::default() }
    }

    /// Stands for `#name`: some words are reserved.
    pub(crate) fn name(mut self, placeholder: &str, attribute: &str) -> Condition {
        self.names.get_or_insert_default().insert(placeholder.to_owned(), attribute.to_owned());
        self
    }

    /// Stands for `:value`.
    pub(crate) fn value(mut self, placeholder: &str, value: AttributeValue) -> Condition {
        self.values.get_or_insert_default().insert(placeholder.to_owned(), value);
        self
    }
}

/// The record does not exist yet.
pub(crate) fn absent() -> Condition {
    Condition::when("attribute_not_exists(pk)")
}

/// A record with its key.
pub(crate) fn item<T: Serialize>(key: &Key, record: &T) -> Result<Item, StoreError> {
    let mut item: Item = serde_dynamo::aws_sdk_dynamodb_1::to_item(record).map_err(unbuilt)?;
    item.extend(key.item());
    Ok(item)
}

/// A value within a record.
pub(crate) fn value<T: Serialize>(value: &T) -> Result<AttributeValue, StoreError> {
    serde_dynamo::aws_sdk_dynamodb_1::to_attribute_value(value).map_err(unbuilt)
}

/// Reads a record.
pub(crate) fn read<T: DeserializeOwned>(item: Item) -> Result<T, StoreError> {
    serde_dynamo::aws_sdk_dynamodb_1::from_item(item)
        .map_err(|failed| StoreError::Damaged(format!("a record does not parse: {failed}")))
}

pub(crate) fn text(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

pub(crate) fn number(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

pub(crate) fn flag(flag: bool) -> AttributeValue {
    AttributeValue::Bool(flag)
}
